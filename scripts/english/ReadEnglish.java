import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.languagetool.JLanguageTool;
import org.languagetool.Languages;
import org.languagetool.rules.Rule;
import org.languagetool.rules.RuleMatch;

/**
 * Reads texts from standard input, each in one line as PLACE, a tab and the text, and prints a line for each match of
 * LanguageTool: PLACE, the rule, the matched words, what the rule says, and the text. Its arguments are the rules that
 * are switched off. Spelling is not checked: cspell does that.
 */
public final class ReadEnglish {
  public static void main(String[] off) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    List<String> texts = new ArrayList<>();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) texts.add(line);
    int threads = Runtime.getRuntime().availableProcessors();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<List<String>>> parts = new ArrayList<>();
    for (int part = 0; part < threads; part++) {
      int first = part;
      parts.add(pool.submit(() -> read(texts, first, threads, off)));
    }
    for (Future<List<String>> part : parts) part.get().forEach(out::println);
    pool.shutdown();
    System.err.println(texts.size() + " texts read");
  }

  /** Every nth text, by its own checker, since one belongs to one thread. */
  private static List<String> read(List<String> texts, int first, int step, String[] off) throws Exception {
    JLanguageTool tool = new JLanguageTool(Languages.getLanguageForShortCode("en-GB"));
    for (Rule rule : tool.getAllRules()) if (rule.isDictionaryBasedSpellingRule()) tool.disableRule(rule.getId());
    tool.disableRules(Arrays.asList(off));
    List<String> found = new ArrayList<>();
    for (int index = first; index < texts.size(); index += step) {
      String line = texts.get(index);
      int tab = line.indexOf('\t');
      String text = line.substring(tab + 1).replace('\u0001', '\n');
      for (RuleMatch match : tool.check(text)) {
        if (isBeforeName(match, text)) continue;
        String words = text.substring(match.getFromPos(), match.getToPos());
        String advice = match.getMessage().replaceAll("</?suggestion>", "\"");
        String id = match.getSpecificRuleId();
        found.add(String.join("\t", line.substring(0, tab), id, words, advice, match.getSuggestedReplacements().toString(), text).replace('\n', ' '));
      }
    }
    return found;
  }

  /** "a" or "an" before a name: LanguageTool guesses by its letters how "udev", "u32" or "SHA-1" is spoken. */
  private static boolean isBeforeName(RuleMatch match, String text) {
    String next = text.substring(match.getToPos()).trim().split("\\s", 2)[0];
    return match.getRule().getId().equals("EN_A_VS_AN") && next.matches("udev|android\\..*|file:.*|.*[A-Z0-9].*|uiautomator.*");
  }
}
