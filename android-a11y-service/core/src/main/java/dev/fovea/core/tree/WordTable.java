package dev.fovea.core.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Words that nodes share and name by their places; each is there once. */
final class WordTable<T> {
  private final Map<T, Integer> places = new HashMap<>();
  private final List<T> words = new ArrayList<>();

  /** The place of a word, which is added where it is new; -1 for null. */
  int placeOf(T word) {
    if (word == null) return -1;
    Integer known = places.get(word);
    if (known != null) return known;
    words.add(word);
    places.put(word, words.size() - 1);
    return words.size() - 1;
  }

  /** The word at a place; null for -1. */
  T at(int place) {
    return place < 0 ? null : words.get(place);
  }

  List<T> words() {
    return words;
  }

  /** For each place here the same word's place in another table; -1 where it is not there. */
  int[] placesIn(WordTable<T> other) {
    int[] there = new int[words.size()];
    for (int place = 0; place < there.length; place++) {
      Integer found = other.places.get(words.get(place));
      there[place] = found == null ? -1 : found;
    }
    return there;
  }
}
