package dev.heddle;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.rank;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.option.SessionOptions;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls every public method of every public type of the API with odd arguments, against the local
 * engine. Whatever goes wrong is a {@link HeddleException} that is nobody's broken invariant, or an
 * argument's exception that names the argument.
 */
class OddInputTest {
  private static final String COLUMNS =
      """
      select i::boolean as truth, i::tinyint as i8, i::smallint as i16, i::integer as i32,
        i as i64, i::real as f32, i::double as f64, i::decimal(9, 2) as d9,
        i::decimal(38, 0) as d38, 'text ' || i as txt, X'00ff' as raw,
        date '2024-01-01' + i::integer as day, time '10:20:30' as clock,
        timestamp '2024-01-01 10:20:30' as local_at, timestamptz '2024-01-01 10:20:30+00' as point,
        interval '1 day 2 seconds' as span, [i, null] as items, {'x': i, 'name': 'n'} as pair,
        map {'k': i} as entries, null as nothing
      from (values (1::bigint), (0), (null)) t(i)
      """;

  /** They end what other calls use, or answer to nobody but an engine. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "Session.close",
          "QueryResult.close",
          "ArrowStream.close",
          "Heddle.local",
          "Session.dev.heddle.frame.Session");

  /**
   * Public because the engine's modules read plans, type expressions and convert values; users meet
   * them only through the types that are driven.
   */
  private static final Set<String> ENGINE_SIDE =
      Set.of(
          "Engine",
          "EngineProvider",
          "Arguments",
          "NearestNames",
          "ColumnArguments",
          "ExprParts",
          "ExprRewriter",
          "ExprTyper",
          "LiteralReader",
          "TypeCoercion",
          "CatalogueFunction",
          "CatalogueFunctions",
          "AggregateFunction",
          "ScalarFunction",
          "ValueFunction",
          "ScalarTraits",
          "BinDefinitions",
          "OrderedWindowCalls",
          "TypedCalls",
          "LambdaEntry",
          "WindowFunction",
          "ArrowTypes",
          "JavaValues",
          "DateText",
          "IntervalText",
          "CancelPoint",
          "ParameterLiterals",
          "NamePattern",
          "UniqueNames");

  private static final int RANDOM_CALLS = 4;
  private static final int MAX_CALLS = 18;
  private static final int MAX_FIRST_CALLS = 6;

  @TempDir Path folder;

  private final PrintStream out = System.out;
  private final Random random = new Random(30);
  private final Map<String, String> faults = new LinkedHashMap<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private OddValues values;
  private Session session;
  private DataFrame frame;
  private long calls;
  private int maxCalls;

  @BeforeEach
  void open() throws Exception {
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    values = new OddValues(folder);
    session =
        Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(256L << 20).withThreads(2));
    frame = session.sql(COLUMNS);
    frame.select("i64", "txt").write().parquet(folder.resolve("orders.parquet").toString());
    keep(session);
    Session closed = Heddle.local();
    keep(frame);
    keep(closed.sql("select 1 as i64"));
    closed.close();
    keep(closed);
    QueryResult result = frame.collect();
    keep(result);
    Row row = result.iterator().next();
    keep(row);
    result.batches().forEach(this::keep);
    for (int i = 0; i < result.schema().size(); i++) {
      values.keep(result.batches().getFirst().column(i));
    }
    QueryResult ended = frame.collect();
    keep(ended.iterator().next());
    keep(ended);
    ended.close();
    keep(frame.toArrow());
    ArrowStream stream = frame.select("i64").toArrow();
    stream.next();
    keep(stream.root());
    opened.add(stream);
    for (Expr expr :
        List.of(
            col("i64"),
            col("nosuch"),
            col("items"),
            lit(5),
            sum("i64"),
            rank(),
            rank().over(orderBy("i64")))) {
      keep(expr);
    }
  }

  @AfterEach
  void close() throws Exception {
    System.setOut(out);
    for (AutoCloseable each : opened.reversed()) {
      each.close();
    }
    session.close();
  }

  @Test
  void isAnsweredByErrorsThatNameIt() throws Exception {
    List<Class<?>> types = publicTypes();
    assertThat(types).hasSizeGreaterThan(80).contains(DataFrame.class, Expr.In.class);
    for (int most : List.of(MAX_FIRST_CALLS, MAX_CALLS)) { // the first makes what the others take
      maxCalls = most;
      for (Class<?> type : types) {
        for (Constructor<?> constructor : type.getConstructors()) {
          if (!Modifier.isAbstract(type.getModifiers())) {
            drive(type, constructor);
          }
        }
        Arrays.stream(type.getMethods())
            .filter(m -> m.getDeclaringClass() == type && !m.isBridge() && !m.isSynthetic())
            .sorted(Comparator.comparing(Method::toString))
            .forEach(method -> drive(type, method));
      }
    }
    assertThat(calls).isGreaterThan(10_000);
    assertThat(faults.values()).as("%d calls", calls).isEmpty();
  }

  /** Returns the types in the order of their names. */
  private static List<Class<?>> publicTypes()
      throws IOException, URISyntaxException, ClassNotFoundException {
    Path home = Path.of(Heddle.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> names = new ArrayList<>();
    if (Files.isDirectory(home)) {
      addNames(home, names);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(home)) {
        addNames(jar.getPath("/"), names);
      }
    }
    List<Class<?>> types = new ArrayList<>();
    for (String name : names) {
      Class<?> type = Class.forName(name, false, Heddle.class.getClassLoader());
      if (isPublic(type)
          && !type.getPackageName().endsWith(".plan")
          && !type.getPackageName().endsWith(".verb")
          && !ENGINE_SIDE.contains(type.getSimpleName())) {
        types.add(type);
      }
    }
    return types;
  }

  private static void addNames(Path root, List<String> names) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve("dev/heddle/frame"))) {
      files
          .map(file -> root.relativize(file).toString().replace(File.separatorChar, '/'))
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .map(file -> file.replace(".class", "").replace('/', '.'))
          .sorted()
          .forEach(names::add);
    }
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()))
        && !type.isAnonymousClass();
  }

  private void drive(Class<?> type, Executable executable) {
    if (LEFT_OUT.contains(type.getSimpleName() + "." + executable.getName())) {
      return;
    }
    boolean isBound = executable instanceof Method && !Modifier.isStatic(executable.getModifiers());
    List<List<Object>> choices = new ArrayList<>();
    choices.add(isBound ? values.instances(type) : Arrays.asList((Object) null));
    for (Parameter parameter : executable.getParameters()) {
      choices.add(values.forParameter(parameter));
    }
    if (choices.getFirst().isEmpty()) {
      return;
    }
    List<Object[]> vectors = new ArrayList<>();
    for (int i = 0; i < choices.size(); i++) {
      for (Object choice : choices.get(i)) {
        Object[] vector = choices.stream().map(List::getFirst).toArray();
        vector[i] = choice;
        vectors.add(vector);
      }
    }
    for (int i = 0; i < RANDOM_CALLS && choices.size() > 1; i++) {
      vectors.add(choices.stream().map(all -> all.get(random.nextInt(all.size()))).toArray());
    }
    Collections.shuffle(vectors, random);
    vectors.stream().limit(maxCalls).forEach(vector -> call(type, executable, vector));
  }

  private void call(Class<?> type, Executable executable, Object[] vector) {
    calls++;
    Object[] arguments = Arrays.copyOfRange(vector, 1, vector.length);
    try {
      Object result =
          executable instanceof Constructor<?> constructor
              ? constructor.newInstance(arguments)
              : ((Method) executable).invoke(vector[0], arguments);
      use(result);
    } catch (InvocationTargetException e) {
      check(e.getCause(), type, executable, vector);
    } catch (IllegalAccessException e) {
      throw new AssertionError("Public, but not to be called: " + executable, e);
    } catch (IllegalArgumentException e) {
      if (!String.valueOf(e.getMessage()).matches("argument type mismatch.*")) {
        check(e, type, executable, vector);
      }
    } catch (Throwable e) {
      check(e, type, executable, vector);
    }
  }

  /** Does with a result what a user would do: an expression is computed, a frame is run. */
  private void use(Object result) {
    switch (result) {
      case DataFrame made -> run(made);
      case Expr expr -> run(frame.select(expr.named("computed")));
      case Iterable<?> many when !(result instanceof Path) -> many.forEach(one -> {});
      case null, default -> {}
    }
    if (result != null) {
      String text = result.toString();
      assertThat(text).as("text of a %s", result.getClass()).isNotNull();
    }
    keep(result);
  }

  private void run(DataFrame made) {
    try (QueryResult rows = made.limit(10).collect()) {
      for (Row row : rows) {
        assertThat(row.toString()).isNotNull();
      }
    }
  }

  private void keep(Object made) {
    if (made == null) {
      return;
    }
    boolean isOurs =
        made.getClass().getName().startsWith("dev.heddle.frame")
            || made instanceof QueryResult
            || made instanceof ArrowStream
            || made instanceof VectorSchemaRoot;
    if (isOurs || made instanceof dev.heddle.frame.ResultBatch) {
      values.keep(made);
    }
    boolean isOpened = made instanceof Session && made != session; // it limits memory until then
    if (isOpened || made instanceof QueryResult || made instanceof ArrowStream) {
      opened.add((AutoCloseable) made);
    }
  }

  private void check(Throwable thrown, Class<?> type, Executable executable, Object[] vector) {
    String message = String.valueOf(thrown.getMessage());
    boolean isAnswer =
        switch (thrown) {
          case HeddleException e ->
              e.kind() != ErrorKind.INTERNAL
                  && !message.isBlank()
                  && (!message.contains("Exception:") || isUsersOwn(e));
          case NullPointerException e ->
              message.matches("(?i)(a (key|root) of )?[a-z]+(\\[.*])* is null");
          case IllegalArgumentException e -> !message.equals("null");
          case NoSuchElementException e -> executable.getName().equals("next");
          default -> isUsersOwn(thrown);
        };
    if (!isAnswer) {
      StackTraceElement[] trace = thrown.getStackTrace();
      faults.putIfAbsent(
          thrown.getClass() + Arrays.stream(trace).limit(4).toList().toString(),
          "%s.%s%s: %s%n at %s"
              .formatted(
                  type.getName(),
                  executable.getName(),
                  Arrays.stream(vector).map(OddInputTest::text).toList(),
                  thrown.getClass().getName() + ": " + message,
                  Arrays.stream(trace).limit(7).map(String::valueOf).toList()));
    }
  }

  private static boolean isUsersOwn(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof OddValues.UserCodeException) {
        return true;
      }
    }
    return false;
  }

  private static String text(Object value) {
    String text;
    try {
      text = value instanceof Object[] array ? Arrays.deepToString(array) : String.valueOf(value);
    } catch (RuntimeException e) {
      text = value.getClass().getName();
    }
    return text.length() > 80 ? text.substring(0, 80) + "..." : text;
  }
}
