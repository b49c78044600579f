package dev.heddle.jdbc.remote;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.jdbc.text.UrlOptions;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a URL names.
 *
 * @param host name or address; those of IPv6 without brackets
 * @param port from 1 to 65535
 * @param usesTls whether the channel is encrypted
 * @param authority path of the certificate that the server's is signed by; null for what the JVM
 *     trusts
 * @param credentials value of the header that lets calls in; null for none
 * @param zone in which points in time are shown; null for the session's
 */
record RemoteUrl(
    String host,
    int port,
    boolean usesTls,
    @Nullable String authority,
    @Nullable String credentials,
    @Nullable ZoneId zone) {
  private static final int DEFAULT_PORT = 7430;
  private static final int MAX_PORT = 65_535;
  private static final String CATALOG = "heddle";
  private static final String SCHEMA = "main";

  /** What the options mean, by their names in order. */
  static final Map<String, String> DESCRIPTIONS = descriptions();

  private static final Pattern PLACE =
      Pattern.compile("//(?:\\[([0-9A-Fa-f:.]+)\\]|([^\\s/:@\\[\\]]+))(?::(\\d{1,5}))?/?");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127\\.\\d+\\.\\d+\\.\\d+|::1|0:0:0:0:0:0:0:1");

  private static Map<String, String> descriptions() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("user", "any");
    all.put("password", "the server's token");
    all.put("token", "the server's token, in place of a password");
    all.put("tls", "true or false; without it, false for this machine and true for others");
    all.put("tlsCa", "file of the authority that signed the server's certificate, in PEM");
    all.put("timeZone", "zone in which points in time are shown, such as Europe/Berlin");
    all.put("catalog", CATALOG);
    all.put("schema", SCHEMA);
    return Collections.unmodifiableMap(all);
  }

  /**
   * Reads a URL.
   *
   * @param properties options that hold where the URL has none of the name
   * @throws HeddleException {@code INVALID_ARGUMENT} naming what is wrong and what comes near it
   */
  static RemoteUrl parse(String url, Map<String, String> properties) {
    String place = UrlOptions.place(url);
    Matcher matcher = PLACE.matcher(place);
    if (!matcher.matches()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot connect to \""
              + place
              + "\": write jdbc:heddle://host:port, and options after a ?");
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    int port = matcher.group(3) == null ? DEFAULT_PORT : Integer.parseInt(matcher.group(3));
    if (port < 1 || port > MAX_PORT) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot connect to port " + port + ": write one from 1 to " + MAX_PORT);
    }
    Map<String, String> options = UrlOptions.of(url, properties);
    for (String name : options.keySet()) {
      if (!DESCRIPTIONS.containsKey(name)) {
        throw UrlOptions.unknown(name, List.copyOf(DESCRIPTIONS.keySet()), "");
      }
    }
    requireOnly("catalog", options, CATALOG);
    requireOnly("schema", options, SCHEMA);
    String authority = options.get("tlsCa");
    return new RemoteUrl(
        host, port, tls(options, host), authority, credentials(options), zone(options));
  }

  private static void requireOnly(String name, Map<String, String> options, String only) {
    String value = options.getOrDefault(name, "");
    if (!value.isEmpty() && !value.equalsIgnoreCase(only)) {
      throw UrlOptions.wrong(name, value, "the only one is " + only);
    }
  }

  private static boolean tls(Map<String, String> options, String host) {
    boolean isNear = LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
    String value = options.getOrDefault("tls", "");
    return switch (value) {
      case "true" -> true;
      case "false" -> {
        if (options.containsKey("tlsCa")) {
          throw UrlOptions.wrong("tls", value, "there is tlsCa too; leave one of them out");
        }
        yield false;
      }
      case "" -> !isNear || options.containsKey("tlsCa");
      default -> throw UrlOptions.wrong("tls", value, "write true or false");
    };
  }

  private static @Nullable String credentials(Map<String, String> options) {
    String token = options.getOrDefault("token", "");
    if (!token.isEmpty()) {
      if (!token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot send the option token: it has others than the visible characters of ASCII; give"
                + " it as the password");
      }
      return "Bearer " + token;
    }
    String password = options.getOrDefault("password", "");
    if (password.isEmpty()) {
      return null;
    }
    String both = options.getOrDefault("user", "").replace(":", "") + ":" + password;
    return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable ZoneId zone(Map<String, String> options) {
    String value = options.getOrDefault("timeZone", "");
    try {
      return value.isEmpty() ? null : ZoneId.of(value);
    } catch (DateTimeException e) {
      throw UrlOptions.wrong("timeZone", value, "write a zone such as Europe/Berlin");
    }
  }

  /** Returns host and port, for messages. */
  String address() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  @Override
  public String toString() {
    return address(); // without the token
  }
}
