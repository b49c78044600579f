package dev.heddle.bench.data;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What is true of the titles, people and companies of {@link FilmData}, from which all its tables
 * are made: seeded, skewed by power laws, and with attributes that go together. A title's year
 * depends on its kind, its language and companies on its country, its keywords on its genre, its
 * people mostly come from its country, and popular titles have more of everything.
 *
 * <p>Ids begin with 1, and so does everything that is indexed by one. Immutable once made.
 */
final class FilmWorld {
  static final List<String> KINDS =
      List.of("movie", "series", "episode", "short", "video", "tv movie", "game");
  static final List<String> COUNTRIES =
      List.of(
          "us", "gb", "fr", "de", "in", "jp", "it", "ca", "es", "br", "kr", "hk", "se", "dk", "pl",
          "au", "mx", "ar", "nl", "be", "ru", "cz", "fi", "no", "at", "hu", "gr", "tr", "ie", "pt",
          "ch", "ro", "il", "eg", "cl", "nz", "is", "ee", "lt", "lv");
  static final List<String> LANGUAGES =
      List.of(
          "English",
          "English",
          "French",
          "German",
          "Hindi",
          "Japanese",
          "Italian",
          "English",
          "Spanish",
          "Portuguese",
          "Korean",
          "Cantonese",
          "Swedish",
          "Danish",
          "Polish",
          "English",
          "Spanish",
          "Spanish",
          "Dutch",
          "French",
          "Russian",
          "Czech",
          "Finnish",
          "Norwegian",
          "German",
          "Hungarian",
          "Greek",
          "Turkish",
          "English",
          "Portuguese",
          "German",
          "Romanian",
          "Hebrew",
          "Arabic",
          "Spanish",
          "English",
          "Icelandic",
          "Estonian",
          "Lithuanian",
          "Latvian");
  static final List<String> GENRES =
      List.of(
          "Drama",
          "Comedy",
          "Documentary",
          "Talk",
          "Romance",
          "Action",
          "Crime",
          "Thriller",
          "Animation",
          "Horror",
          "Family",
          "Adventure",
          "Music",
          "Fantasy",
          "Mystery",
          "Science",
          "Sport",
          "War",
          "Western",
          "History",
          "Biography",
          "Musical",
          "Noir",
          "News");
  static final int MOVIE = 0;
  static final int SERIES = 1;
  static final int EPISODE = 2;
  static final int SHORT = 3;
  static final int VIDEO = 4;
  static final int TV_MOVIE = 5;
  static final int GAME = 6;

  private static final long SEED = 1895;
  private static final double HEAD = 0.02; // of the popular, whose shares are about equal
  private static final int LAST_YEAR = 2020;
  private static final int[] KIND_PERCENT = {26, 6, 48, 10, 6, 3, 1};
  private static final double[] KIND_FAME = {8, 7, 1, 0.6, 0.7, 2, 2};

  final int titles;
  final int people;
  final int companies;
  final int keywords;
  final int characters;

  /** Of each title: positions in the lists above, and the year, which is 0 where it is unknown. */
  final byte[] kind;

  final byte[] country;
  final byte[] genre;
  final short[] year;

  /** A series for each episode; 0 for all others. */
  final int[] series;

  /** All titles, the most popular first. */
  private final int[] byFame;

  /** Of each title, how much of everything it has: between 0 and 1. */
  private final float[] fame;

  private final int[] companyOfCountry; // the first company of each country, which are in order
  private final String[] words = new String[6000];

  FilmWorld(long rows) {
    SplittableRandom random = new SplittableRandom(SEED);
    titles = size(rows, 12, 50);
    people = size(rows, 9, 60);
    companies = size(rows, 90, 80);
    keywords = size(rows, 60, 60);
    characters = size(rows, 11, 40);
    kind = new byte[titles + 1];
    country = new byte[titles + 1];
    genre = new byte[titles + 1];
    year = new short[titles + 1];
    series = new int[titles + 1];
    fame = new float[titles + 1];
    byFame = new int[titles];
    companyOfCountry = new int[COUNTRIES.size() + 1];
    for (int i = 0; i < words.length; i++) {
      words[i] = word(random);
    }
    for (int i = 0; i <= COUNTRIES.size(); i++) {
      companyOfCountry[i] =
          1 + (int) (companies * Math.pow((double) i / COUNTRIES.size(), 1 / 2.6));
    }
    makeTitles(random);
  }

  private static int size(long rows, int divisor, int least) {
    return Math.toIntExact(Math.max(least, rows / divisor));
  }

  private void makeTitles(SplittableRandom random) {
    long[] order = new long[titles];
    int lastSeries = 0;
    for (int title = 1; title <= titles; title++) {
      int at = kindOf(random.nextInt(100));
      kind[title] = (byte) at;
      country[title] = (byte) skewed(random, COUNTRIES.size(), 2.6);
      genre[title] = (byte) genreOf(at, random);
      year[title] = random.nextInt(30) == 0 ? 0 : (short) yearOf(at, random);
      if (at == SERIES) {
        lastSeries = title;
      } else if (at == EPISODE && lastSeries > 0) {
        series[title] = lastSeries;
        country[title] = country[lastSeries];
        genre[title] = genre[lastSeries];
      }
      double place = random.nextDouble() / KIND_FAME[at] * (country[title] == 0 ? 0.6 : 1);
      order[title - 1] = (long) (place * Integer.MAX_VALUE) << 32 | title;
    }
    Arrays.sort(order);
    for (int place = 0; place < titles; place++) {
      byFame[place] = (int) order[place];
      fame[byFame[place]] = (float) Math.pow(1 - (double) place / titles, 3);
    }
  }

  private static int kindOf(int percent) {
    int rest = percent;
    int at = 0;
    while (rest >= KIND_PERCENT[at]) {
      rest -= KIND_PERCENT[at++];
    }
    return at;
  }

  private static int genreOf(int kind, SplittableRandom random) {
    boolean isTypical = random.nextInt(3) > 0;
    return switch (kind) {
      case GAME -> isTypical ? 5 : 11;
      case SHORT -> isTypical && random.nextBoolean() ? 8 : skewed(random, GENRES.size(), 2);
      case VIDEO -> isTypical ? 2 : skewed(random, GENRES.size(), 2);
      default -> skewed(random, GENRES.size(), 2.2);
    };
  }

  private static int yearOf(int kind, SplittableRandom random) {
    return switch (kind) {
      case GAME -> LAST_YEAR - skewed(random, 35, 1.7);
      case SHORT -> LAST_YEAR - skewed(random, 125, 1.4);
      case VIDEO -> LAST_YEAR - skewed(random, 38, 1.6);
      case SERIES, EPISODE, TV_MOVIE -> LAST_YEAR - skewed(random, 66, 2.4);
      default -> LAST_YEAR - skewed(random, 115, 2);
    };
  }

  /** Returns a number below a bound: the higher the power, the more often a small one. */
  static int skewed(SplittableRandom random, int bound, double power) {
    return (int) (bound * Math.pow(random.nextDouble(), power));
  }

  /** As {@link #skewed}, but for the very smallest numbers, none of which is far ahead. */
  static int drawn(SplittableRandom random, int bound, double power) {
    double least = Math.pow(HEAD, power);
    double at = Math.pow(HEAD + (1 - HEAD) * random.nextDouble(), power);
    return Math.min(bound - 1, (int) (bound * (at - least) / (1 - least)));
  }

  /** Returns a title: the higher the power, the more often a popular one. */
  int title(SplittableRandom random, double power) {
    return byFame[drawn(random, titles, power)];
  }

  /** Returns how popular a title is, between 0 and 1. */
  double fame(int title) {
    return fame[title];
  }

  /** Returns a person, mostly of a country, and some far more often than others. */
  int person(SplittableRandom random, int country) {
    int person = 1 + drawn(random, people, 2.4);
    for (int again = 0; again < 6 && countryOfPerson(person) != country; again++) {
      person = 1 + drawn(random, people, 2.4);
    }
    return person;
  }

  int countryOfPerson(int person) {
    return (int) (COUNTRIES.size() * Math.pow(share(person, 1), 2.6));
  }

  boolean isFemale(int person) {
    return share(person, 2) < 0.37;
  }

  /** Returns a company, mostly of a country. */
  int company(SplittableRandom random, int country) {
    int wanted = random.nextInt(8) == 0 ? skewed(random, COUNTRIES.size(), 2.6) : country;
    int first = companyOfCountry[wanted];
    int count = Math.max(1, companyOfCountry[wanted + 1] - first);
    return Math.min(companies, first + skewed(random, count, 3));
  }

  int countryOfCompany(int company) {
    int at = Arrays.binarySearch(companyOfCountry, company);
    return Math.clamp(at >= 0 ? at : -at - 2, 0, COUNTRIES.size() - 1);
  }

  /** Returns a keyword, mostly one that belongs to a genre: of each genre, every 24th. */
  int keyword(SplittableRandom random, int genre) {
    int place = skewed(random, keywords / GENRES.size() + 1, 3);
    int of = random.nextInt(4) == 0 ? random.nextInt(GENRES.size()) : genre;
    return Math.min(keywords, 1 + place * GENRES.size() + of);
  }

  /** Returns a share that belongs to an id, the same one each time. */
  static double share(int id, int salt) {
    long mixed = (id * 31L + salt + SEED) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return (mixed >>> 11) * 0x1p-53;
  }

  String word(int id, int salt) {
    return words[(int) (words.length * Math.pow(share(id, salt), 2))];
  }

  private static String word(SplittableRandom random) {
    String consonants = "bcdfghklmnprstvz";
    String vowels = "aeiouay";
    StringBuilder word = new StringBuilder();
    for (int syllables = 1 + random.nextInt(3); syllables >= 0; syllables--) {
      word.append(consonants.charAt(random.nextInt(consonants.length())));
      word.append(vowels.charAt(random.nextInt(vowels.length())));
      if (random.nextInt(3) == 0) {
        word.append("nrlst".charAt(random.nextInt(5)));
      }
    }
    return word.toString();
  }
}
