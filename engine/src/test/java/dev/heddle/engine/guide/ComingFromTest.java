package dev.heddle.engine.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.AsOf;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Explode;
import dev.heddle.frame.Fill;
import dev.heddle.frame.FrameReader;
import dev.heddle.frame.FrameWriter;
import dev.heddle.frame.GroupedFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Join;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.TimeGroups;
import dev.heddle.frame.Unique;
import dev.heddle.frame.Unpivot;
import dev.heddle.frame.expr.CaseBuilder;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.Selector;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.series.ExponentialWeights;
import dev.heddle.frame.option.MissingColumns;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.StatementResult;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Period;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds the pages for users of Polars, Spark and DuckDB to the code: each name of ours exists, each
 * statement runs, and each method of theirs is there.
 */
class ComingFromTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
  private static final Pattern CALL =
      Pattern.compile("(?<![\\w.])(\\w+\\.)?(\\w+)\\(|\\.(\\w+)\\(");
  private static final Pattern CONSTANT = Pattern.compile("\\b([A-Z]\\w+)\\.([A-Z][A-Z0-9_]+)\\b");
  private static final Pattern REFERENCE = Pattern.compile("\\b([A-Z]\\w+)::(\\w+)");
  private static final Pattern CATALOGUE_CALL = Pattern.compile("\\bcall\\(\"(\\w+)\"");

  private static final Pattern FILE = Pattern.compile("'(\\w+\\.parquet)'");

  @TempDir private static Path folder;

  private static final List<Class<?>> TYPES =
      List.of(
          DataFrame.class,
          GroupedFrame.class,
          Session.class,
          Functions.class,
          Expr.class,
          CaseBuilder.class,
          Expr.Aggregate.class,
          Expr.WindowCall.class,
          Selector.class,
          WindowSpec.class,
          Schema.class,
          Join.class,
          AsOf.class,
          Explode.class,
          Fill.class,
          Unique.class,
          Unpivot.class,
          TimeGroups.class,
          FrameReader.class,
          FrameWriter.class,
          DataType.class,
          ExponentialWeights.class,
          MissingColumns.class,
          JoinKind.class);

  /** What the examples use of Java's own. */
  private static final Map<String, Class<?>> JAVA =
      Map.of(
          "List", List.class, "Map", Map.class, "Duration", Duration.class, "Period", Period.class);

  private static final Set<String> METHODS = new HashSet<>();

  static {
    for (Class<?> type : TYPES) {
      for (Method method : type.getMethods()) {
        METHODS.add(method.getName());
      }
    }
  }

  /** A line of a table: the parts between bars. */
  private record Line(String theirs, String ours, String more) {}

  private static List<Line> lines(String page) throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/guide"))) {
      root = root.getParent();
    }
    List<Line> lines = new ArrayList<>();
    for (String text : Files.readAllLines(root.resolve("docs/guide/" + page))) {
      if (text.startsWith("| ") && !text.matches("\\| (there|Polars|Spark|DuckDB) \\|.*")) {
        String[] cells = text.split("(?<!\\\\)\\|", -1);
        assertThat(cells).as(text).hasSize(5);
        lines.add(new Line(unescaped(cells[1]), unescaped(cells[2]), unescaped(cells[3])));
      }
    }
    assertThat(lines).hasSizeGreaterThan(30);
    return lines;
  }

  private static String unescaped(String cell) {
    return cell.strip().replace("\\|", "|");
  }

  private static List<String> codes(String cell) {
    List<String> codes = new ArrayList<>();
    Matcher code = CODE.matcher(cell);
    while (code.find()) {
      codes.add(code.group(1));
    }
    return codes;
  }

  @Test
  void theNamesOfFramesExist() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String page : List.of("coming-from-polars.md", "coming-from-spark.md")) {
      for (Line line : lines(page)) {
        codes(line.ours()).forEach(code -> check(code, missing));
        if (line.ours().equals("—")) {
          continue;
        }
        assertThat(codes(line.ours())).as(line.toString()).isNotEmpty();
      }
    }
    for (Line line : lines("coming-from-duckdb.md")) {
      for (String code : codes(line.more())) {
        if (code.contains("(")) {
          check(code, missing);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static void check(String code, List<String> missing) {
    Matcher catalogue = CATALOGUE_CALL.matcher(code);
    while (catalogue.find()) {
      if (FunctionCatalogue.find(catalogue.group(1)).isEmpty()) {
        missing.add("no function " + catalogue.group(1) + " in " + code);
      }
    }
    String plain = STRING.matcher(code).replaceAll("\"\"");
    Matcher constant = CONSTANT.matcher(plain);
    while (constant.find()) {
      if (!hasConstant(constant.group(1), constant.group(2))) {
        missing.add("no constant " + constant.group() + " in " + code);
      }
    }
    Matcher reference = REFERENCE.matcher(plain);
    while (reference.find()) {
      requireMethod(reference.group(1), reference.group(2), code, missing);
    }
    Matcher call = CALL.matcher(plain);
    while (call.find()) {
      String owner = call.group(1) == null ? "" : call.group(1).replace(".", "");
      String name = call.group(2) == null ? call.group(3) : call.group(2);
      requireMethod(
          Character.isUpperCase((owner + "x").charAt(0)) ? owner : "", name, code, missing);
    }
  }

  private static void requireMethod(String owner, String name, String code, List<String> missing) {
    boolean isThere =
        owner.isEmpty()
            ? METHODS.contains(name)
            : type(owner).stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .anyMatch(method -> method.getName().equals(name));
    if (!isThere) {
      missing.add("no method " + owner + "." + name + " in " + code);
    }
  }

  private static List<Class<?>> type(String name) {
    List<Class<?>> found = new ArrayList<>();
    TYPES.stream().filter(type -> type.getSimpleName().equals(name)).forEach(found::add);
    if (JAVA.containsKey(name)) {
      found.add(JAVA.get(name));
    }
    return found;
  }

  private static boolean hasConstant(String owner, String name) {
    return type(owner).stream()
        .flatMap(type -> Arrays.stream(type.getFields()))
        .map(Field::getName)
        .anyMatch(name::equals);
  }

  /** Returns which of their methods are named, and whether there is something of ours. */
  private static Map<String, Boolean> methods(String page) throws IOException {
    Map<String, Boolean> methods = new LinkedHashMap<>();
    for (Line line : lines(page)) {
      codes(line.theirs())
          .forEach(name -> methods.merge(name, !line.ours().equals("—"), Boolean::logicalOr));
    }
    return methods;
  }

  private static void standIn(String page, List<String> wanted) throws IOException {
    Map<String, Boolean> methods = methods(page);
    assertThat(methods.keySet()).containsAll(wanted);
    long answered = wanted.stream().filter(methods::get).count();
    assertThat(answered * 4)
        .as("of %d methods %d have an answer", wanted.size(), answered)
        .isGreaterThanOrEqualTo(wanted.size() * 3L);
  }

  @Test
  void thePagesNameEachMethodAndAnswerThreeQuarters() throws IOException {
    standIn("coming-from-polars.md", TheirMethods.POLARS_LAZY_FRAME);
    assertThat(methods("coming-from-polars.md").keySet()).containsAll(TheirMethods.POLARS_SERIES);
    standIn("coming-from-spark.md", TheirMethods.SPARK_DATASET);
  }

  @TestFactory
  Stream<DynamicTest> theStatementsRun() throws IOException {
    return lines("coming-from-duckdb.md").stream()
        .flatMap(line -> codes(line.ours()).stream())
        .map(sql -> DynamicTest.dynamicTest(sql, () -> run(sql)));
  }

  private static void run(String sql) {
    try (Session session = Heddle.local()) {
      session.execute(
          "create table t as select i as id, 'k' || i % 2 as k, i * 1.5 as v, date '2024-01-01' +"
              + " cast(i as int) as d, ['a', 'b'] as tags from range(4) r(i)");
      session.table("t").write().overwrite().parquet(folder.resolve("a.parquet"));
      List<StatementResult> results = new ArrayList<>();
      session.execute(placed(sql), results::add);
      assertThat(results).hasSize(1);
    }
  }

  @TestFactory
  Stream<DynamicTest> theFunctionsGiveWhatIsSaid() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/guide"))) {
      root = root.getParent();
    }
    Pattern said = Pattern.compile("- `([^`]+)` gives `([^`]*)`.*");
    List<Matcher> lines =
        Files.readAllLines(root.resolve("docs/guide/coming-from-spark.md")).stream()
            .map(said::matcher)
            .filter(Matcher::matches)
            .toList();
    assertThat(lines).hasSizeGreaterThan(15);
    return lines.stream()
        .map(
            line ->
                DynamicTest.dynamicTest(line.group(1), () -> gives(line.group(1), line.group(2))));
  }

  private static void gives(String expression, String value) {
    try (Session session = Heddle.local();
        QueryResult result = session.sql("select " + expression).collect()) {
      result.forEach(row -> assertThat(String.valueOf(row.value(0))).isEqualTo(value));
      assertThat(result.rowCount()).isEqualTo(1);
    }
  }

  private static String placed(String sql) {
    return FILE.matcher(sql).replaceAll("'" + folder + "/$1'");
  }
}
