package dev.heddle.engine.cluster.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.engine.ui.Secrets;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.io.codec.Form;
import dev.heddle.io.codec.RecordCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * What a client tells a scheduler's dashboard of a query; on its way it is bytes. Each text in it
 * has its secrets masked, and is cut, as it is written.
 *
 * @param progress how far the query is, if that is told
 * @param profile where its CPU time went, if it was sampled; told after its end
 */
public record QueryNews(
    List<QueryEvent> events, Optional<QueryProgress> progress, List<ProfilePiece> profile) {
  /**
   * The most bytes that are sent at once; what is longer is sent with short texts, or not at all.
   */
  public static final int MAX_BYTES = 2 << 20;

  private static final int MAX_CHARACTERS = 100_000;
  private static final int MAX_SHORT_CHARACTERS = 200;
  private static final Secrets SECRETS = new Secrets();
  private static final RecordCodec<QueryNews> CODEC = codec(MAX_CHARACTERS);
  private static final RecordCodec<QueryNews> SHORT = codec(MAX_SHORT_CHARACTERS);

  /** Copies the lists. */
  public QueryNews {
    events = List.copyOf(events);
    profile = List.copyOf(profile);
  }

  /** Nanoseconds since 1970. */
  private record Moment(long seconds, int nanos) {}

  /** A time in nanoseconds. */
  private record Nanos(long nanos) {}

  private static RecordCodec<QueryNews> codec(int maxCharacters) {
    return RecordCodec.of(
        QueryNews.class,
        Form.of(
            Instant.class,
            Moment.class,
            at -> new Moment(at.getEpochSecond(), at.getNano()),
            at -> Instant.ofEpochSecond(at.seconds(), at.nanos())),
        Form.of(
            Duration.class,
            Nanos.class,
            time -> new Nanos(nanos(time)),
            time -> Duration.ofNanos(time.nanos())),
        Form.of(
            String.class,
            byte[].class,
            text -> cut(SECRETS.mask(cut(text, MAX_CHARACTERS)), maxCharacters).getBytes(UTF_8),
            bytes -> new String(bytes, UTF_8)));
  }

  private static long nanos(Duration time) {
    return time.compareTo(ChronoUnit.CENTURIES.getDuration()) > 0 ? Long.MAX_VALUE : time.toNanos();
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, max - 1) + "…";
  }

  /** Returns what processes that understand each other have in common. */
  static long fingerprint() {
    return CODEC.fingerprint();
  }

  /** Returns the bytes; empty if they are too many. */
  public Optional<byte[]> encode() {
    byte[] bytes = CODEC.encode(this);
    if (bytes.length > MAX_BYTES) {
      bytes = SHORT.encode(this);
    }
    return bytes.length > MAX_BYTES ? Optional.empty() : Optional.of(bytes);
  }

  /** Returns what the bytes say. */
  public static QueryNews decode(byte[] bytes) {
    return CODEC.decode(bytes);
  }
}
