package dev.heddle.engine.guide;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.AggregateEntry;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.expr.catalogue.FunctionKind;
import dev.heddle.frame.expr.catalogue.LambdaEntry;
import dev.heddle.frame.expr.catalogue.NullRule;
import dev.heddle.frame.expr.catalogue.ScalarEntry;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.expr.catalogue.WindowEntry;
import dev.heddle.frame.expr.catalogue.definition.FunctionDescription;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The guide's page of functions, which is made from the catalogue and the texts beside it. Examples
 * are run for it. {@code -Dheddle.functions.write=true} writes it anew, to be read before it is
 * committed.
 */
class FunctionsDocumentTest {
  private static final String HEAD =
      """
      # Functions, one by one

      Every function of the catalogue by what it is about, for SQL and by `call("name", ...)` in frames. This page is made from the catalogue, and a test runs its examples;
      [functions in frames and SQL](expressions.md) says more of their rules, and how they are written as methods.

      In signatures brackets stand around what may be left out, and `...` is for more of the same; `s` and `t` are texts, `n` and `m` integers, `x` and `y` any values or numbers,
      `c` conditions, `d` dates, `l` and `m` lists or maps, `b` binaries or booleans. The column *null* says when the result is null: `any` if an argument is, `any, or else` then and in cases that
      the text names or that have no result, `all` if all arguments are, `never`, `logic` as AND and OR have it, and `own` by a rule of its own. Aggregates leave nulls out and are null without
      a row, but where it says otherwise.
      """;

  private static Session session;

  @BeforeAll
  static void open() {
    session = Heddle.local(SessionOptions.defaults().withTimeZone(ZoneOffset.UTC));
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static List<FunctionEntry> entries() {
    Set<FunctionEntry> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<FunctionEntry> entries = new ArrayList<>();
    for (String name : FunctionCatalogue.names()) {
      FunctionCatalogue.find(name).stream().filter(seen::add).forEach(entries::add);
    }
    return entries;
  }

  @Test
  void everyFunctionHasASignatureAMeaningAndAnExample() {
    List<FunctionDescription> descriptions = FunctionDescription.all();
    List<String> missing = new ArrayList<>();
    for (FunctionEntry entry : entries()) {
      if (descriptions.stream().noneMatch(each -> each.describes(entry))) {
        missing.add(entry.names() + " of " + entry.minArguments() + " to " + entry.maxArguments());
      }
    }
    assertThat(missing).as("functions that functions.txt has no line for").isEmpty();
    List<String> unknown = new ArrayList<>();
    for (FunctionDescription description : descriptions) {
      boolean isOfOne = entries().stream().anyMatch(description::describes);
      boolean isCalled =
          description.example().contains(description.name()) || isWritten(description);
      if (!isOfOne || !isCalled || description.meaning().isBlank()) {
        unknown.add(description.signature());
      }
    }
    assertThat(unknown).as("lines of no function, or whose example does not call it").isEmpty();
  }

  /** Whether an example writes the function as an operator or a keyword. */
  private static boolean isWritten(FunctionDescription description) {
    return List.of("extract", "like", "ilike").contains(description.name());
  }

  @Test
  void thePageIsWhatTheCatalogueSays() throws IOException {
    String page = page();
    Path file = root().resolve("docs/guide/functions.md");
    if (Boolean.getBoolean("heddle.functions.write")) {
      Files.writeString(file, page);
    }
    assertThat(Files.readString(file)).isEqualTo(page);
  }

  private static Path root() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/options.md"))) {
      root = root.getParent();
    }
    return root;
  }

  private static String page() {
    StringBuilder page = new StringBuilder(HEAD);
    List<FunctionEntry> entries = entries();
    List<FunctionDescription> descriptions = FunctionDescription.all();
    Set<String> shown = new TreeSet<>();
    descriptions.forEach(each -> shown.add(each.name()));
    List<String> failures = new ArrayList<>();
    String group = "";
    for (FunctionDescription description : descriptions) {
      if (!description.group().equals(group)) {
        group = description.group();
        page.append("\n## ").append(group).append("\n\n");
        page.append("| function | null | what | example | gives |\n|---|---|---|---|---|\n");
      }
      List<FunctionEntry> meant = entries.stream().filter(description::describes).toList();
      Set<String> others = new TreeSet<>();
      meant.forEach(entry -> others.addAll(entry.names()));
      others.removeAll(shown);
      others.removeIf(name -> !Character.isLetter(name.charAt(0)));
      Optional<String> result = value(description.example());
      if (result.isEmpty()) {
        failures.add(description.example());
      }
      page.append("| ").append(code(description.signature()));
      others.forEach(name -> page.append(", ").append(code(name)));
      page.append(" | ").append(nulls(meant));
      page.append(" | ").append(escaped(description.meaning()));
      page.append(" | ").append(code(description.example()));
      page.append(" | ").append(code(result.orElse("?"))).append(" |\n");
    }
    assertThat(failures).as("examples that fail").isEmpty();
    return page.toString();
  }

  private static String code(String text) {
    return "`" + escaped(text) + "`";
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|");
  }

  /** Returns what an expression gives; nothing if it fails. */
  private static Optional<String> value(String expression) {
    try (QueryResult result = session.sql("select " + expression).collect()) {
      List<String> values = new ArrayList<>();
      result.forEach(row -> values.add(String.valueOf(row.value(0))));
      return Optional.of(values.getFirst());
    } catch (HeddleException e) {
      return Optional.empty();
    }
  }

  private static String nulls(List<FunctionEntry> entries) {
    FunctionEntry entry = entries.getFirst();
    NullRule rule =
        switch (entry) {
          case ScalarEntry scalar -> scalar.function().nullRule();
          case AggregateEntry aggregate -> aggregate.function().nullRule();
          case WindowEntry window -> window.function().nullRule();
          case LambdaEntry _ -> NullRule.STRICT_OR_NULL;
          default -> ofValues(entry);
        };
    if (rule == null) {
      return entry.kind() == FunctionKind.SCALAR ? derived(entry) : "own";
    }
    return switch (rule) {
      case STRICT -> "any";
      case STRICT_OR_NULL -> "any, or else";
      case NEVER_NULL -> "never";
      case NULL_IF_ALL_NULL -> "all";
      case KLEENE -> "logic";
      case NULLABLE -> "own";
    };
  }

  private static NullRule ofValues(FunctionEntry entry) {
    for (ValueFunction function : ValueFunction.values()) {
      if (function.isNamed()
          && function.sqlNames().equals(entry.names())
          && function.minArguments() == entry.minArguments()) {
        return function.nullRule();
      }
    }
    return null;
  }

  /** The rule that follows from how a function is written out by others, where it shows one. */
  private static String derived(FunctionEntry entry) {
    String least = derived(entry, entry.minArguments());
    return entry.maxArguments() > 9 || least.equals("own")
        ? least
        : entry.minArguments() == 0 ? least : derived(entry, entry.maxArguments());
  }

  private static String derived(FunctionEntry entry, int count) {
    List<Expr> arguments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      arguments.add(col("$" + i));
    }
    try {
      Expr made = entry.build(CallParts.of(arguments));
      return isNeverNull(made)
          ? "never"
          : !arguments.isEmpty() && arguments.stream().allMatch(each -> isStrict(made, each))
              ? "any"
              : "own";
    } catch (HeddleException e) {
      return "own"; // it looks into its arguments
    }
  }

  /** Whether an expression is null wherever an argument in it is. */
  private static boolean isStrict(Expr expr, Expr argument) {
    return switch (expr) {
      case Expr.Column column -> column.equals(argument);
      case Expr.Cast cast -> isStrict(cast.operand(), argument);
      case Expr.Alias alias -> isStrict(alias.operand(), argument);
      case Expr.Case cases ->
          cases.branches().stream().allMatch(branch -> isNullOrStrict(branch.value(), argument))
              && isNullOrStrict(cases.otherwise(), argument);
      case Expr.Call call
          when call.function().takesLambda() || call.function() == ScalarFunction.TRY ->
          isStrict(call.arguments().getFirst(), argument);
      case Expr.Call call ->
          (rule(call) == NullRule.STRICT || rule(call) == NullRule.STRICT_OR_NULL)
              && call.arguments().stream().anyMatch(part -> isStrict(part, argument));
      default -> false;
    };
  }

  private static boolean isNullOrStrict(Expr value, Expr argument) {
    return value instanceof Expr.Literal literal
        ? literal.isNullLiteral()
        : isStrict(value, argument);
  }

  private static boolean isNeverNull(Expr expr) {
    return switch (expr) {
      case Expr.Literal literal -> !literal.isNullLiteral();
      case Expr.Cast cast -> cast.mode() == CastMode.STRICT && isNeverNull(cast.operand());
      case Expr.Case cases ->
          cases.branches().stream().allMatch(branch -> isNeverNull(branch.value()))
              && isNeverNull(cases.otherwise());
      case Expr.Call call ->
          switch (rule(call)) {
            case NEVER_NULL -> true;
            case NULL_IF_ALL_NULL -> call.arguments().stream().anyMatch(part -> isNeverNull(part));
            case STRICT, KLEENE -> call.arguments().stream().allMatch(part -> isNeverNull(part));
            case STRICT_OR_NULL, NULLABLE -> false;
          };
      default -> false;
    };
  }

  private static NullRule rule(Expr.Call call) {
    boolean isOfValues =
        call.function() == ScalarFunction.VALUE || call.function() == ScalarFunction.CHECKED_VALUE;
    return isOfValues
        ? ValueFunction.of(String.valueOf(((Expr.Literal) call.arguments().getFirst()).value()))
            .nullRule()
        : call.function().nullRule();
  }
}
