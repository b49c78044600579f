package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the files of a folder are called that a write makes, without their suffix: a text with
 * {@code {i}} for a number, {@code {uuid}} or {@code {uuidv4}} for a random UUID, and {@code
 * {uuidv7}} for one that begins with the time. One without any of them has the number at its end.
 *
 * @param text the pattern
 */
public record FileNamePattern(String text) {
  private static final String NUMBER = "{i}";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(i|uuid|uuidv4|uuidv7)}");
  private static final String WRITE = "w\\d{8}T\\d{9}-[0-9a-f]{8}";
  private static final String WRITTEN_NUMBER = "(\\d+(_" + WRITE + ")?|" + WRITE + "_\\d+_\\d+)";
  private static final String WRITTEN_UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  /** {@code data_0}, {@code data_1} and so on. */
  public static final FileNamePattern DEFAULT = new FileNamePattern("data_{i}");

  /**
   * Checks the text, and adds the number that it lacks.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if it is empty, has a separator of
   *     folders, or would hide the files
   */
  public FileNamePattern {
    requireNonNull(text, "text is null");
    boolean isHidden = text.startsWith(".") || text.startsWith("_");
    if (text.isEmpty() || isHidden || text.indexOf('/') >= 0 || text.indexOf('\\') >= 0) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot name files '"
              + text
              + "': a pattern of names is not empty, begins with neither a dot nor an underscore,"
              + " and has no slashes; for example 'sales_{i}' or 'sales_{uuid}'");
    }
    if (!PLACEHOLDER.matcher(text).find()) {
      text = text + NUMBER;
    }
  }

  /** Returns whether names are different whatever their numbers are. */
  public boolean isUnique() {
    return text.contains("{uuid");
  }

  /** Returns a name of a number, with UUIDs of its own. */
  public String name(String number) {
    requireNonNull(number, "number is null");
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            found ->
                switch (found.group(1)) {
                  case "i" -> Matcher.quoteReplacement(number);
                  case "uuidv7" -> timed().toString();
                  default -> UUID.randomUUID().toString();
                });
  }

  /** Returns a name in which what is unique among all files is in the place of all that varies. */
  public String uniqueName(String number) {
    requireNonNull(number, "number is null");
    return PLACEHOLDER.matcher(text).replaceAll(Matcher.quoteReplacement(number));
  }

  /**
   * Returns the name of a file with another number, and UUIDs of its own; as it is if it does not
   * begin with {@link #uniqueName} of the first.
   */
  public String renamed(String fileName, String number, String newNumber) {
    requireNonNull(fileName, "fileName is null");
    requireNonNull(newNumber, "newNumber is null");
    String start = uniqueName(number);
    return fileName.startsWith(start)
        ? name(newNumber) + fileName.substring(start.length())
        : fileName;
  }

  /** Returns what all names match that writes give files by this pattern, without their suffix. */
  public Pattern written() {
    StringBuilder regex = new StringBuilder();
    Matcher matcher = PLACEHOLDER.matcher(text);
    int end = 0;
    while (matcher.find()) {
      regex.append(Pattern.quote(text.substring(end, matcher.start())));
      regex.append(matcher.group(1).equals("i") ? WRITTEN_NUMBER : WRITTEN_UUID);
      end = matcher.end();
    }
    return Pattern.compile(regex + Pattern.quote(text.substring(end)));
  }

  /** Returns a UUID of version 7: 48 bits are milliseconds since 1970, the others are random. */
  private static UUID timed() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = System.currentTimeMillis() << 16 | 0x7000 | random.nextInt(1 << 12);
    return new UUID(high, random.nextLong() >>> 2 | Long.MIN_VALUE);
  }
}
