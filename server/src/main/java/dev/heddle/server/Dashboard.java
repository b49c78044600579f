package dev.heddle.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.server.api.Api;
import dev.heddle.server.api.OwnProfileApi;
import dev.heddle.server.api.ProfileApi;
import dev.heddle.server.http.Access;
import dev.heddle.server.http.Handler;
import dev.heddle.server.http.Reply;
import dev.heddle.server.http.Request;
import dev.heddle.server.http.Snapshots;
import dev.heddle.server.http.WebServer;
import dev.heddle.server.model.Board;
import dev.heddle.server.model.FlameGraph;
import dev.heddle.server.model.OwnProfiles;
import dev.heddle.server.model.ProcessSampler;
import dev.heddle.server.model.QueryRecord;
import dev.heddle.server.observe.Probes;
import dev.heddle.server.page.PageFiles;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * A server of pages, of the JSON behind them, and of probes. Owns what it samples and shows; the
 * board is the caller's. Thread-safe.
 */
public final class Dashboard implements AutoCloseable {
  private static final long TICK_MILLIS = 500;
  private static final Set<String> PAGES =
      Set.of(
          "/status",
          "/system",
          "/workers",
          "/graph",
          "/shuffle",
          "/queries",
          "/storage",
          "/profile",
          "/profile-server");
  private static final Pattern QUERY_PAGE = Pattern.compile("/query/[0-9]{1,18}");
  private static final Pattern CANCEL = Pattern.compile("/api/query/([0-9]{1,18})/cancel");
  private static final Pattern TIMELINE = Pattern.compile("/api/query/([0-9]{1,18})/timeline");
  private static final Pattern PROFILE = Pattern.compile("/api/query/([0-9]{1,18})/profile");
  private static final String API = "/api/";

  private static final String OWN_PROFILE = "/api/profile-server";
  private static final long DEFAULT_OWN_SECONDS = 10;
  private static final long DEFAULT_SAMPLE_SECONDS = 600;
  private static final long MAX_SAMPLE_SECONDS = 3_600;

  private static final Map<String, String> PROTECTION = new LinkedHashMap<>();

  static {
    PROTECTION.put(
        "Content-Security-Policy",
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self';"
            + " object-src 'none'");
    PROTECTION.put("X-Content-Type-Options", "nosniff");
    PROTECTION.put("X-Frame-Options", "DENY");
    PROTECTION.put("Referrer-Policy", "no-referrer");
    PROTECTION.put("Cross-Origin-Opener-Policy", "same-origin");
    PROTECTION.put("Cross-Origin-Resource-Policy", "same-origin");
  }

  private final WebServer server;
  private final Access access;
  private final Handler probes;
  private final Board board;
  private final Api api;
  private final ProfileApi profiles;
  private final OwnProfiles own = new OwnProfiles();
  private final OwnProfileApi ownApi = new OwnProfileApi(own);
  private final ProcessSampler system;
  private final Snapshots snapshots;
  private final PageFiles files = new PageFiles();

  /**
   * Begins to show a board.
   *
   * @param bind where to listen; the caller has checked that it may
   * @param option which option names the address, for messages
   * @param tokens further bearer tokens that let in
   * @param system what this process takes of its machine, closed with the dashboard
   * @throws HeddleException with code {@code IO} if it cannot listen there
   */
  public Dashboard(
      InetSocketAddress bind,
      String option,
      Optional<SSLContext> tls,
      Predicate<String> tokens,
      Board board,
      ProcessSampler system,
      Handler probes) {
    this.board = board;
    this.system = system;
    this.probes = probes;
    this.api = new Api(board, system, ownApi);
    this.profiles = new ProfileApi(board);
    this.snapshots = new Snapshots(TICK_MILLIS, api::topic);
    try {
      this.server = new WebServer(bind, tls, option, this::answer);
    } catch (HeddleException e) {
      system.close();
      throw e;
    }
    this.access =
        new Access(
            server.address(), tls.isPresent() ? Access.Scheme.HTTPS : Access.Scheme.HTTP, tokens);
    server.start();
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return server.address();
  }

  /** Returns a new link that lets one browser in. */
  public URI link() {
    return access.link();
  }

  private Reply answer(Request request) {
    if (Probes.isProbe(request.path())) {
      return probes.answer(request);
    }
    Reply reply = access.refusal(request).orElseGet(() -> route(request));
    return switch (reply) {
      case Reply.Content content -> {
        Map<String, String> headers = new LinkedHashMap<>(PROTECTION);
        headers.put("Cache-Control", "no-store");
        headers.putAll(content.headers());
        yield new Reply.Content(content.status(), content.type(), content.bytes(), headers);
      }
      case Reply.Events events -> events;
    };
  }

  private Reply route(Request request) {
    String path = request.path();
    if (request.method().equals("POST")) {
      return post(request);
    }
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      return Reply.text(405, "GET shows, POST changes").with("Allow", "GET, HEAD, POST");
    }
    if (path.equals("/")) {
      return Reply.text(303, "See /status").with("Location", "/status");
    }
    if (PAGES.contains(path) || QUERY_PAGE.matcher(path).matches()) {
      return files.frame();
    }
    if (path.equals("/events")) {
      return events(request.query().getOrDefault("topic", ""));
    }
    if (path.startsWith(API)) {
      return api(request);
    }
    return files.file(path).map(Reply.class::cast).orElseGet(() -> missing(path));
  }

  private static Reply missing(String path) {
    return Reply.text(404, "There is nothing at " + path + "; see /status");
  }

  private Reply events(String topic) {
    return api.topic(topic).isPresent()
        ? new Reply.Events(snapshots, topic)
        : Reply.text(404, "There is no topic \"" + topic + "\"");
  }

  private Reply api(Request request) {
    String path = request.path();
    Matcher profile = PROFILE.matcher(path);
    if (profile.matches()) {
      return profiles
          .profile(
              Long.parseLong(profile.group(1)),
              FlameGraph.By.of(request.query().getOrDefault("by", "")),
              request.query().getOrDefault("process", FlameGraph.ALL_PROCESSES))
          .<Reply>map(Reply::json)
          .orElseGet(() -> missing(path));
    }
    if (path.equals(OWN_PROFILE + "/last")) {
      return ownApi
          .last()
          .<Reply>map(Reply::json)
          .orElseGet(() -> Reply.text(404, "This process has not been profiled yet"));
    }
    Matcher timeline = TIMELINE.matcher(path);
    Optional<byte[]> found =
        timeline.matches()
            ? api.timeline(
                Long.parseLong(timeline.group(1)),
                request.number("from", 0),
                request.number("to", -1),
                request.number("width", 1_000))
            : api.topic(path.substring(API.length()));
    return found.<Reply>map(Reply::json).orElseGet(() -> missing(path));
  }

  private Reply post(Request request) {
    String path = request.path();
    if (path.equals("/api/link")) {
      String json = "{\"link\":\"" + access.link() + "\"}";
      return Reply.json(json.getBytes(UTF_8));
    }
    if (path.equals("/api/profile/sample")) {
      return sample(request.number("seconds", DEFAULT_SAMPLE_SECONDS));
    }
    if (path.equals(OWN_PROFILE)) {
      return profileThis(request.number("seconds", DEFAULT_OWN_SECONDS));
    }
    Matcher cancel = CANCEL.matcher(path);
    if (!cancel.matches()) {
      return missing(path);
    }
    Optional<QueryRecord> query = board.queries().find(Long.parseLong(cancel.group(1)));
    if (query.isEmpty()) {
      return missing(path);
    }
    return board.cancel(query.get())
        ? Reply.text(202, "It is asked to stop")
        : Reply.text(409, "It does not run, or cannot be stopped from here");
  }

  private Reply profileThis(long seconds) {
    if (seconds < 1 || seconds > OwnProfiles.MAX_SECONDS) {
      return Reply.text(
          400, "seconds is " + seconds + "; it must be from 1 to " + OwnProfiles.MAX_SECONDS);
    }
    return own.begin(Duration.ofSeconds(seconds))
        ? Reply.text(202, "This process is profiled for " + seconds + " seconds")
        : Reply.text(409, "A profile of this process is being made; ask again when it is there");
  }

  private Reply sample(long seconds) {
    if (seconds < 0 || seconds > MAX_SAMPLE_SECONDS) {
      return Reply.text(
          400,
          "seconds is " + seconds + "; it must be from 0, which ends it, to " + MAX_SAMPLE_SECONDS);
    }
    board.sample(Duration.ofSeconds(seconds));
    return Reply.text(
        202,
        seconds == 0
            ? "Queries that begin are sampled no longer"
            : "Queries that begin within " + seconds + " seconds are sampled");
  }

  @Override
  public void close() {
    snapshots.close();
    server.close();
    own.close();
    system.close();
  }
}
