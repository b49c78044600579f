package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Functions of odd arguments give what DuckDB gives, or what {@code functions.txt} says is kept.
 *
 * <p>There a line is an expression in which {@code {name}} stands for each value of {@code $name =
 * a ; b}, maybe with DuckDB's form behind {@code |||}. A line {@code expression => value} says what
 * is kept instead of what DuckDB gives; {@code error} stands for any typed error.
 */
class FunctionsAgainstDuckDbTest {
  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)\\}");
  private static final String ERROR = "error";
  private static final int SHARE = 15; // one of this number is tried on each run, by night all
  private static final MathContext DIGITS = new MathContext(12);

  @Test
  void functionsOfOddArgumentsGiveWhatDuckDbGives() throws IOException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    Map<String, String> kept = new LinkedHashMap<>();
    List<String> expressions = new ArrayList<>();
    Set<String> firsts = new HashSet<>(); // of each line one
    for (String line : lines("/sql/functions.txt")) {
      if (line.startsWith("$")) {
        String[] parts = line.substring(1).split(" = ", 2);
        values.put(parts[0], List.of(parts[1].split(" ; ", -1)));
      } else if (line.contains(" => ")) {
        int at = line.lastIndexOf(" => ");
        kept.put(line.substring(0, at), line.substring(at + 4));
      } else if (!line.isBlank() && !line.startsWith("--")) {
        List<String> all = expanded(line, values);
        firsts.add(all.getFirst());
        expressions.addAll(all);
      }
    }
    assertThat(expressions.size()).isGreaterThan(2_000);
    List<String> differences = new ArrayList<>();
    SessionOptions options = SessionOptions.defaults().withTimeZone(ZoneId.of("UTC"));
    try (Session session = Heddle.local(options);
        DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute("SET integer_division = true");
      for (String expression : expressions) {
        String[] forms = expression.split(" \\|\\|\\| ");
        boolean isTried =
            Effort.isWhole() || firsts.contains(expression) || expression.hashCode() % SHARE == 0;
        if (!isTried && !kept.containsKey(forms[0])) {
          continue;
        }
        String actual = ours(session, forms[0]);
        String expected = kept.remove(forms[0]);
        if (expected == null) {
          expected = theirs(duck, forms[forms.length - 1]);
        }
        if (!actual.equals(expected)) {
          differences.add(forms[0] + " => " + actual + "   instead of " + expected);
        }
      }
    }
    assertThat(differences).as(String.join("\n", differences)).isEmpty();
    assertThat(kept).as("kept differences of no expression").isEmpty();
  }

  /**
   * Functions that DuckDB does not have give what the documentation of Spark's, whose meaning they
   * have, shows: {@code spark-functions.txt} has lines {@code expression => value}.
   */
  @Test
  void functionsOfSparkGiveWhatItsDocumentationShows() throws IOException {
    List<String> differences = new ArrayList<>();
    SessionOptions options = SessionOptions.defaults().withTimeZone(ZoneId.of("UTC"));
    try (Session session = Heddle.local(options)) {
      for (String line : lines("/sql/spark-functions.txt")) {
        if (line.isBlank() || line.startsWith("--")) {
          continue;
        }
        int at = line.lastIndexOf(" => ");
        String actual = ours(session, line.substring(0, at));
        if (!actual.equals(line.substring(at + 4))) {
          differences.add(line + "   gives " + actual);
        }
      }
    }
    assertThat(differences).as(String.join("\n", differences)).isEmpty();
  }

  private static List<String> lines(String resource) throws IOException {
    return text(resource).lines().toList();
  }

  static String text(String resource) throws IOException {
    try (InputStream in = FunctionsAgainstDuckDbTest.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns a line for each value of each place; both forms of a line have the same places. */
  private static List<String> expanded(String line, Map<String, List<String>> values) {
    String[] forms = line.split(" \\|\\|\\| ");
    List<String> ours = texts(forms[0], values);
    if (forms.length == 1) {
      return ours;
    }
    List<String> theirs = texts(forms[1], values);
    assertThat(theirs).as(line).hasSameSizeAs(ours);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < ours.size(); i++) {
      all.add(ours.get(i) + " ||| " + theirs.get(i));
    }
    return all;
  }

  private static List<String> texts(String line, Map<String, List<String>> values) {
    Matcher place = PLACE.matcher(line);
    if (!place.find()) {
      return List.of(line);
    }
    List<String> rests = texts(line.substring(place.end()), values);
    List<String> all = new ArrayList<>();
    for (String value : Objects.requireNonNull(values.get(place.group(1)), place.group())) {
      for (String rest : rests) {
        all.add(line.substring(0, place.start()) + value + rest);
      }
    }
    return all;
  }

  private static String ours(Session session, String expression) {
    try (QueryResult result = session.sql("select " + expression).collect()) {
      List<String> rows = new ArrayList<>();
      for (Row row : result) {
        rows.add(normal(row.value(0)));
      }
      return String.join(" / ", rows);
    } catch (HeddleException e) {
      return ERROR;
    } catch (RuntimeException e) {
      return fail("raw exception of " + expression, e);
    }
  }

  private static String theirs(DuckDbOracle duck, String expression) {
    try (Statement statement = duck.connection().createStatement();
        ResultSet result = statement.executeQuery("select " + expression)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(normal(result.getObject(1)));
      }
      return String.join(" / ", rows);
    } catch (SQLException e) {
      return ERROR;
    }
  }

  private static String normal(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Float number -> normal(number.doubleValue());
      case Double number ->
          Double.isFinite(number) ? plain(new BigDecimal(number).round(DIGITS)) : "" + number;
      case BigDecimal number -> plain(number);
      case byte[] bytes -> "x" + HexFormat.of().formatHex(bytes);
      case Blob blob -> bytes(blob);
      case Array array -> list(elements(array));
      case Collection<?> list -> list(new ArrayList<>(list));
      case Timestamp time -> time.toLocalDateTime().toString();
      case Instant time -> time.atOffset(ZoneOffset.UTC).toLocalDateTime().toString();
      case OffsetDateTime time ->
          time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime().toString();
      default -> value.toString();
    };
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static String bytes(Blob blob) {
    try {
      return normal(blob.getBytes(1, (int) blob.length()));
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot read a BLOB", e);
    }
  }

  private static List<@Nullable Object> elements(Array array) {
    try {
      return Arrays.asList((Object[]) array.getArray());
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot read a list", e);
    }
  }

  private static String list(List<@Nullable Object> elements) {
    return elements.stream()
        .map(FunctionsAgainstDuckDbTest::normal)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
