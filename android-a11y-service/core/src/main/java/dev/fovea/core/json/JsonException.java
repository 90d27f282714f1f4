package dev.fovea.core.json;

/** The text is not one JSON value in strict UTF-8; the message says where. It never quotes the text. */
public final class JsonException extends Exception {
  JsonException(String message) {
    super(message);
  }
}
