package dev.heddle.physical.kernel.text;

import dev.heddle.physical.kernel.Failures;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts in URLs. Stateless. */
public final class UrlText {
  private static final String UNRESERVED = "-_.~";
  private static final String HEX = "0123456789ABCDEF";

  private UrlText() {}

  /** Returns a text with all bytes but those of letters, digits and {@code -_.~} as {@code %hh}. */
  public static String encoded(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || UNRESERVED.indexOf(b) >= 0;
      if (isPlain) {
        out.append((char) b);
      } else {
        out.append('%').append(HEX.charAt((b & 0xff) >> 4)).append(HEX.charAt(b & 15));
      }
    }
    return out.toString();
  }

  /** Undoes {@link #encoded}; a percent sign without two digits stays. */
  public static String decoded(String text) {
    byte[] given = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(given.length);
    for (int i = 0; i < given.length; i++) {
      int high = given[i] == '%' && i + 2 < given.length ? Character.digit(given[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(given[i + 2], 16);
      if (low < 0) {
        out.write(given[i]);
      } else {
        out.write((high << 4) | low);
        i += 2;
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(out.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw Failures.argument(
          "Cannot decode \"" + Failures.shorten(text) + "\" of a URL: its bytes are not UTF-8");
    }
  }

  /**
   * Returns a part of a URL, null if it has none.
   *
   * @param part HOST, PATH, QUERY, REF, PROTOCOL, FILE, AUTHORITY or USERINFO
   * @param key of the query's value that is wanted; null for the whole part
   */
  public static @Nullable String part(String url, String part, @Nullable String key) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw Failures.argument("Cannot parse \"" + Failures.shorten(url) + "\": it is no URL");
    }
    String query = uri.getRawQuery();
    if (key != null) {
      return part.equals("QUERY") && query != null ? value(query, key) : null;
    }
    return switch (part) {
      case "HOST" -> uri.getHost();
      case "PATH" -> uri.getRawPath();
      case "QUERY" -> query;
      case "REF" -> uri.getRawFragment();
      case "PROTOCOL" -> uri.getScheme();
      case "FILE" -> query == null ? uri.getRawPath() : uri.getRawPath() + "?" + query;
      case "AUTHORITY" -> uri.getRawAuthority();
      case "USERINFO" -> uri.getRawUserInfo();
      default -> null;
    };
  }

  private static @Nullable String value(String query, String key) {
    for (String entry : query.split("&", -1)) {
      if (entry.startsWith(key) && entry.startsWith("=", key.length())) {
        return entry.substring(key.length() + 1);
      }
    }
    return null;
  }
}
