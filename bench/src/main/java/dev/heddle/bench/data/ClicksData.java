package dev.heddle.bench.data;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.ColumnBuilder;
import java.time.LocalDate;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes synthetic page views of July 2013, seeded: the columns of ClickBench's table that its
 * queries use, with users, sites, pages and phrases picked by a power law, most views without a
 * search phrase, a phone or an advertisement, and times in order.
 */
public final class ClicksData {
  /** The columns. */
  public static final Schema SCHEMA =
      new Schema(
          List.of(
              field("WatchID", DataType.INT64),
              field("Title", DataType.STRING),
              field("EventTime", new DataType.Timestamp(TimestampUnit.MICROS, false)),
              field("EventDate", DataType.DATE),
              field("CounterID", DataType.INT32),
              field("ClientIP", DataType.INT32),
              field("RegionID", DataType.INT32),
              field("UserID", DataType.INT64),
              field("URL", DataType.STRING),
              field("Referer", DataType.STRING),
              field("ResolutionWidth", DataType.INT16),
              field("MobilePhone", DataType.INT16),
              field("MobilePhoneModel", DataType.STRING),
              field("TraficSourceID", DataType.INT16),
              field("SearchEngineID", DataType.INT16),
              field("SearchPhrase", DataType.STRING),
              field("AdvEngineID", DataType.INT16),
              field("WindowClientWidth", DataType.INT16),
              field("WindowClientHeight", DataType.INT16),
              field("IsRefresh", DataType.INT16),
              field("IsLink", DataType.INT16),
              field("IsDownload", DataType.INT16),
              field("DontCountHits", DataType.INT16),
              field("RefererHash", DataType.INT64),
              field("URLHash", DataType.INT64)));

  private static final long SEED = 2013;
  private static final int SITES = 3000;
  private static final int PAGES = 200;
  private static final int PHRASES = 60_000;
  private static final long DAY_MICROS = 86_400_000_000L;
  private static final int[] WIDTHS = {1366, 1920, 1280, 1024, 1600, 1440, 0, 320, 768, 1680};
  private static final List<String> ENDINGS = List.of("ru", "com", "net", "org", "info");

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final String[] words = new String[4000];
  private final String[] sites = new String[SITES];
  private final String[] phrases = new String[PHRASES];
  private final String[] models = new String[150];

  /** Makes the words and addresses that rows are made of. */
  public ClicksData() {
    for (int i = 0; i < words.length; i++) {
      words[i] = letters(3 + random.nextInt(8));
    }
    for (int i = 0; i < SITES; i++) {
      String name = i % 40 == 7 ? "google" : word() + (random.nextInt(3) == 0 ? "-" + word() : "");
      sites[i] = name + "." + ENDINGS.get(random.nextInt(ENDINGS.size()));
    }
    for (int i = 0; i < PHRASES; i++) {
      StringBuilder phrase = new StringBuilder(word());
      for (int more = random.nextInt(4); more > 0; more--) {
        phrase.append(' ').append(word());
      }
      phrases[i] = phrase.toString();
    }
    for (int i = 0; i < models.length; i++) {
      models[i] = i == 0 ? "iPad" : word() + " " + random.nextInt(10_000);
    }
  }

  private static Field field(String name, DataType type) {
    return new Field(name, type, false);
  }

  private String letters(int length) {
    char[] letters = new char[length];
    for (int i = 0; i < length; i++) {
      letters[i] = (char) ('a' + random.nextInt(26));
    }
    return new String(letters);
  }

  private String word() {
    return words[skewed(words.length, 2)];
  }

  /** Returns a number below a bound: the higher the power, the more often a small one. */
  private int skewed(int bound, double power) {
    return (int) (bound * Math.pow(random.nextDouble(), power));
  }

  /** Returns the rows from the first on. */
  public TableFiles.RowSource generator(long rows) {
    long start = LocalDate.of(2013, 7, 1).toEpochDay();
    long[] next = {0};
    int users = Math.clamp(rows / 6, 10, Integer.MAX_VALUE);
    return columns -> {
      long row = next[0]++;
      if (row == rows) {
        return false;
      }
      long time =
          start * DAY_MICROS
              + (long) ((double) row / rows * 31 * DAY_MICROS) / 1_000_000 * 1_000_000;
      append(columns, row, time, users);
      return true;
    };
  }

  private void append(List<ColumnBuilder> columns, long row, long time, int users) {
    int user = skewed(users, 3);
    int site = skewed(SITES, 4);
    int page = skewed(PAGES, 3);
    boolean isSearch = random.nextInt(8) == 0;
    boolean isMobile = hash(user) % 12 == 0;
    boolean isAdvertised = random.nextInt(60) == 0;
    String url = url(site, page);
    String referer = random.nextInt(5) == 0 ? "" : url(skewed(SITES, 4), skewed(PAGES, 3));
    columns.get(0).appendLong(hash(row + 1));
    columns.get(1).appendString(title(site, page));
    columns.get(2).appendLong(time);
    columns.get(3).appendLong(Math.floorDiv(time, DAY_MICROS));
    columns.get(4).appendLong(site == 0 ? 62 : 100 + site);
    columns.get(5).appendLong((int) hash(user * 31L + random.nextInt(2)));
    columns.get(6).appendLong(hash(user) % 800);
    columns.get(7).appendLong(hash(user + 77));
    columns.get(8).appendString(url);
    columns.get(9).appendString(referer);
    columns.get(10).appendLong(WIDTHS[(int) (hash(user + 3) % WIDTHS.length)]);
    columns.get(11).appendLong(isMobile ? 1 + hash(user) % 60 : 0);
    columns.get(12).appendString(isMobile ? models[(int) (hash(user + 5) % models.length)] : "");
    columns.get(13).appendLong(isSearch ? 2 : random.nextInt(11) - 1);
    columns.get(14).appendLong(isSearch ? 1 + skewed(20, 3) : 0);
    columns.get(15).appendString(isSearch ? phrases[skewed(PHRASES, 3)] : "");
    columns.get(16).appendLong(isAdvertised ? 1 + skewed(18, 2) : 0);
    columns.get(17).appendLong(300 + 10L * skewed(160, 1));
    columns.get(18).appendLong(300 + 10L * skewed(80, 1));
    columns.get(19).appendLong(random.nextInt(9) == 0 ? 1 : 0);
    columns.get(20).appendLong(random.nextInt(14) == 0 ? 1 : 0);
    columns.get(21).appendLong(random.nextInt(200) == 0 ? 1 : 0);
    columns.get(22).appendLong(random.nextInt(30) == 0 ? 1 : 0);
    columns.get(23).appendLong(hash(referer.hashCode()));
    columns.get(24).appendLong(hash(url.hashCode()));
  }

  private String url(int site, int page) {
    return "http://"
        + (site % 3 == 0 ? "www." : "")
        + sites[site]
        + "/"
        + words[(site * 7 + page) % words.length]
        + (page == 0 ? "" : "/" + words[page * 13 % words.length] + "?id=" + page);
  }

  private String title(int site, int page) {
    return (site % 40 == 7 ? "Google " : "")
        + words[(site + page * 3) % words.length]
        + " "
        + words[(site * 5 + page) % words.length]
        + " - "
        + sites[site];
  }

  /** Returns 52 bits of a hash. */
  private static long hash(long value) {
    long mixed = (value + SEED) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    return (mixed ^ (mixed >>> 27)) >>> 12;
  }
}
