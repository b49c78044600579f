package dev.heddle.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request without its body.
 *
 * @param path decoded, without the query
 * @param query the parameters after the question mark; of equal names the first
 * @param headers by lower-case names
 */
public record Request(
    String method, String path, Map<String, String> query, Map<String, List<String>> headers) {
  /** Returns a header's first value. */
  public Optional<String> header(String name) {
    List<String> all = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
  }

  /** Returns a parameter that is an integer, or another value where it is missing or none. */
  public long number(String name, long otherwise) {
    try {
      return query.containsKey(name) ? Long.parseLong(query.get(name)) : otherwise;
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** Returns the parameters of an encoded query. */
  static Map<String, String> parameters(String encoded) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String part : encoded.split("&")) {
      int at = part.indexOf('=');
      if (at > 0) {
        all.putIfAbsent(decoded(part.substring(0, at)), decoded(part.substring(at + 1)));
      }
    }
    return all;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
