package dev.heddle.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Who may see pages. A link that works once gives a browser a cookie that no other site's page can
 * send; programs may send the same as a bearer token, or the cluster's. Requests whose Host is not
 * this server, as after a name was bound anew, and those from pages of other origins are refused.
 * Thread-safe.
 */
public final class Access {
  private static final int SECRET_BYTES = 32;
  private static final int MAX_LINKS = 100; // older ones that nobody used end

  private final SecureRandom random = new SecureRandom();
  private final String secret = fresh();
  private final Predicate<String> otherTokens;
  private final Deque<String> links = new ArrayDeque<>(); // guarded by this
  private final InetSocketAddress address;
  private final String scheme;
  private final String cookie;
  private final Set<String> hosts;

  /** How a server is reached. */
  public enum Scheme {
    /** Without encryption, on loopback addresses only. */
    HTTP,
    /** With TLS. */
    HTTPS
  }

  /**
   * Makes the rules of a server.
   *
   * @param otherTokens further bearer tokens that let in, such as a cluster's
   */
  public Access(InetSocketAddress address, Scheme scheme, Predicate<String> otherTokens) {
    this.address = address;
    this.scheme = scheme.name().toLowerCase(Locale.ROOT);
    this.otherTokens = otherTokens;
    this.cookie = "heddle-" + address.getPort(); // browsers share cookies among a host's ports
    this.hosts = hosts(address);
  }

  private String fresh() {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static Set<String> hosts(InetSocketAddress address) {
    Set<String> all = new LinkedHashSet<>();
    all.addAll(List.of("localhost", "127.0.0.1", "[::1]"));
    add(all, address.getAddress());
    all.add(address.getHostString().toLowerCase(Locale.ROOT));
    if (!address.getAddress().isLoopbackAddress()) {
      try {
        InetAddress own = InetAddress.getLocalHost();
        all.add(own.getHostName().toLowerCase(Locale.ROOT));
        all.add(own.getCanonicalHostName().toLowerCase(Locale.ROOT));
        add(all, own);
      } catch (UnknownHostException e) {
        all.add(address.getHostString());
      }
    }
    return all;
  }

  private static void add(Set<String> all, InetAddress address) {
    String text = address.getHostAddress();
    all.add(text.contains(":") ? "[" + text + "]" : text);
  }

  /** Returns a new link that lets one browser in. */
  public URI link() {
    String token = fresh();
    synchronized (this) {
      if (links.size() == MAX_LINKS) {
        links.removeFirst();
      }
      links.addLast(token);
    }
    String host = host();
    return URI.create(scheme + "://" + host + ":" + address.getPort() + "/?token=" + token);
  }

  private String host() {
    if (address.getAddress().isAnyLocalAddress()) {
      try {
        return InetAddress.getLocalHost().getCanonicalHostName();
      } catch (UnknownHostException e) {
        return "localhost";
      }
    }
    String text = address.getAddress().getHostAddress();
    return text.contains(":") ? "[" + text + "]" : text;
  }

  /** Returns why a request is refused, or where it is led to; empty if it is let in. */
  public Optional<Reply> refusal(Request request) {
    if (!isOwnHost(request.header("host").orElse(""))) {
      return refused(403, "Another host was asked for: use the address that was printed");
    }
    Optional<String> origin = request.header("origin");
    if (origin.isPresent() && !isOwnOrigin(origin.get())) {
      return refused(403, "Pages of other origins may not ask");
    }
    if (request.path().equals("/") && request.query().containsKey("token")) {
      return Optional.of(enter(request));
    }
    return isKnown(request)
        ? Optional.empty()
        : refused(
            401,
            "Open the link that was printed at the start. It lets one browser in; a page that is"
                + " open gives links for others.");
  }

  private Reply enter(Request request) {
    String token = request.query().getOrDefault("token", "");
    if (!request.method().equals("GET") || !(spend(token) || isKnown(request))) {
      return Reply.text(
          403, "This link was used before, or is too old; a page that is open gives another");
    }
    String value =
        cookie
            + "="
            + secret
            + "; Path=/; HttpOnly; SameSite=Strict"
            + (scheme.equals("https") ? "; Secure" : "");
    return new Reply.Content(
        303, "text/plain", new byte[0], Map.of("Set-Cookie", value, "Location", "/status"));
  }

  private synchronized boolean spend(String token) {
    boolean isFound = false;
    for (String each : links) {
      isFound |= isEqual(each, token);
    }
    return isFound && links.removeIf(each -> isEqual(each, token));
  }

  private boolean isKnown(Request request) {
    Optional<String> bearer = request.header("authorization");
    if (bearer.isPresent() && bearer.get().startsWith("Bearer ")) {
      String token = bearer.get().substring("Bearer ".length()).strip();
      return isEqual(secret, token) || otherTokens.test(token);
    }
    for (String header : request.headers().getOrDefault("cookie", List.of())) {
      for (String each : header.split(";")) {
        String pair = each.strip();
        if (pair.startsWith(cookie + "=") && isEqual(secret, pair.substring(cookie.length() + 1))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isEqual(String left, String right) {
    return MessageDigest.isEqual(left.getBytes(UTF_8), right.getBytes(UTF_8));
  }

  private boolean isOwnHost(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    int end = lower.lastIndexOf(':');
    boolean hasPort = end > lower.lastIndexOf(']');
    String name = hasPort ? lower.substring(0, end) : lower;
    String port = hasPort ? lower.substring(end + 1) : scheme.equals("https") ? "443" : "80";
    return hosts.contains(name) && port.equals(Integer.toString(address.getPort()));
  }

  private boolean isOwnOrigin(String origin) {
    String prefix = scheme + "://";
    return origin.toLowerCase(Locale.ROOT).startsWith(prefix)
        && isOwnHost(origin.substring(prefix.length()));
  }

  private static Optional<Reply> refused(int status, String why) {
    return Optional.of(Reply.text(status, why));
  }
}
