package dev.heddle.planner.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Statement;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlParserTest {
  private static final String EXPRESSIONS =
      """
      1 + 2 * 3  ->>  Infix(1, [Term(ADD, Infix(2, [Term(MULTIPLY, 3)]))])
      1 - 2 - 3  ->>  Infix(1, [Term(SUBTRACT, 2), Term(SUBTRACT, 3)])
      -2 ^ 2  ->>  Infix(Prefix(NEGATE, 2), [Term(POWER, 2)])
      -x::int  ->>  Prefix(NEGATE, Cast(x, Scalar(int)))
      'v' || i % 2  ->>  Infix('v', [Term(CONCAT, Infix(i, [Term(MODULO, 2)]))])
      a or b and not c = 1  ->>  Junction([a, Junction(isAnd, [b, Prefix(NOT, Comparison(EQUAL, c, 1))])])
      a = b is null  ->>  IsTest(Comparison(EQUAL, a, b), NULL)
      a + 1 in (1, 2)  ->>  InList(Infix(a, [Term(ADD, 1)]), [1, 2])
      a not between 1 and 2 and b  ->>  Junction(isAnd, [Between(a, 1, 2, isNegated), b])
      a like 'x' || 'y' escape '!'  ->>  PatternTest(LIKE, a, Infix('x', [Term(CONCAT, 'y')]), '!')
      a.b[1].c  ->>  FieldAccess(Subscript(a.b, 1), c)
      l[2:]  ->>  Slice(l, 2)
      l[:-1]  ->>  Slice(l, Prefix(NEGATE, 1))
      l[2:-:3]  ->>  Slice(l, 2, 3)
      a + 1 & 3 = 2  ->>  Comparison(EQUAL, Infix(Infix(a, [Term(ADD, 1)]), [Term(BIT_AND, 3)]), 2)
      a | b << 1  ->>  Infix(a, [Term(BIT_OR, b), Term(SHIFT_LEFT, 1)])
      ~ a + 1  ->>  Call([bitwise_not], [Argument(Infix(a, [Term(ADD, 1)]))])
      case when a then 1 else 2 end[1]  ->>  Subscript(Case([When(a, 1)], 2), 1)
      x = any(select 1)  ->>  QuantifiedQuery(EQUAL, x, Query(Select([SelectItem(1)])))
      x <> all([1])  ->>  QuantifiedList(NOT_EQUAL, x, isAll, ListLiteral([1]))
      x in l  ->>  InExpression(x, l)
      (1, 2)  ->>  RowValue([1, 2])
      ((select 1) + 1)  ->>  Infix(ScalarQuery(Query(Select([SelectItem(1)]))), [Term(ADD, 1)])
      ((select 1))  ->>  ScalarQuery(Query(Nested(Query(Select([SelectItem(1)])))))
      {'a': 1, b: [2]}  ->>  StructLiteral([FieldValue("a", 1), FieldValue(b, ListLiteral([2]))])
      map {'k': 1}  ->>  MapLiteral(['k'], [1])
      map['k', 1]  ->>  MapLiteral(['k'], [1])
      f(x -> x + 1)  ->>  Call([f], [Argument(Arrow(x, Infix(x, [Term(ADD, 1)])))])
      f((x, i) -> i)  ->>  Call([f], [Argument(Arrow(RowValue([x, i]), i))])
      f(lambda x, i: i)  ->>  Call([f], [Argument(Lambda([x, i], i))])
      [x + 1 for x in l if x > 1]  ->>  ListComprehension(Infix(x, [Term(ADD, 1)]), [x], l, Comparison(GREATER, x, 1))
      struct_pack(a := 1, b => 2)  ->>  Call([struct_pack], [Argument(a, 1), Argument(b, 2)])
      extract(year from d)  ->>  Call([extract], [Argument(year), Argument(d)])
      trim(leading 'x' from s)  ->>  Call([ltrim], [Argument(s), Argument('x')])
      substring(s from 2 for 3)  ->>  Call([substring], [Argument(s), Argument(2), Argument(3)])
      position('a' in s)  ->>  Call([position], [Argument('a'), Argument(s)])
      floor(d to month)  ->>  Call([floor], [Argument(d), Argument(month)])
      left(s, 2)  ->>  Call([left], [Argument(s), Argument(2)])
      date '2024-01-31'  ->>  TypedLiteral(Scalar(date), 2024-01-31)
      timestamp with time zone 'x'  ->>  TypedLiteral(Scalar(timestamp, withTimeZone), x)
      interval '1-2' year to month  ->>  Interval('1-2', YEAR, MONTH)
      interval -3 days  ->>  Interval(Prefix(NEGATE, 3), DAY)
      interval (i + 1) hours  ->>  Interval(Infix(i, [Term(ADD, 1)]), HOUR)
      interval (1)  ->>  Call([interval], [Argument(1)])
      date  ->>  date
      "date"  ->>  "date"
      count(*)  ->>  Call([count], [Argument(Star())])
      $1 + $name + ?  ->>  Infix(Parameter(1), [Term(ADD, Parameter(name)), Term(ADD, Parameter(1))])
      1_000.5e-3  ->>  1000.5e-3
      x'0aFF'  ->>  BinaryLiteral(0aFF)
      cast(a as struct(x int, y decimal(3, 1)[]))  ->>  Cast(a, StructOf([FieldType(x, Scalar(int)), FieldType(y, ListOf(Scalar(decimal, [3, 1])))]))
      a::timestamp(3) with time zone  ->>  Cast(a, Scalar(timestamp, [3], withTimeZone))
      try_cast(a as map(int, text))  ->>  Cast(a, MapOf(Scalar(int), Scalar(text)), isTry)
      """;

  private static String expression(String text) {
    return SyntaxPrinter.print(SqlParser.expression(text));
  }

  private static String body(String text) {
    return SyntaxPrinter.print(SqlParser.query(text).body());
  }

  private static void failsWith(String script, String message) {
    assertThatThrownBy(() -> SqlParser.script(script))
        .isInstanceOfSatisfying(
            AnalysisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SYNTAX))
        .hasMessage("Cannot parse SQL: " + message);
  }

  @ParameterizedTest
  @MethodSource("expressions")
  void readsExpressions(String text, String tree) {
    assertThat(expression(text)).isEqualTo(tree);
  }

  static Stream<Arguments> expressions() {
    return EXPRESSIONS
        .lines()
        .map(line -> line.split("  ->>  ", -1))
        .map(parts -> Arguments.of(parts[0], parts[1]));
  }

  @Test
  void resolvesEscapes() {
    assertThat(expression("e'a\\n\\x41\\u00e9\\''")).isEqualTo("'a\nA\u00e9''");
    assertThat(expression("U&'\\0041\\\\'")).isEqualTo("'A\\'");
    assertThat(expression("n'it''s'")).isEqualTo("'it's'");
  }

  @Test
  void readsWhatFollowsCalls() {
    assertThat(expression("f(distinct a order by b desc nulls first) filter (where c)"))
        .isEqualTo(
            "Call([f], [Argument(a)], isDistinct, [OrderItem(b, isDescending, nullsFirst)], c)");
    assertThat(expression("p(0.5) within group (order by x)"))
        .isEqualTo("Call([p], [Argument(0.5)], [OrderItem(x)])");
    assertThat(expression("lag(a ignore nulls) over w"))
        .isEqualTo("Call([lag], [Argument(a)], IGNORE, Window(w))");
    assertThat(
            expression(
                "sum(a) over (w partition by b order by c rows between 1 preceding and current row"
                    + " exclude ties)"))
        .isEqualTo(
            "Call([sum], [Argument(a)], Window(w, [b], [OrderItem(c)], Frame(ROWS,"
                + " Bound(PRECEDING, 1), Bound(CURRENT_ROW), TIES)))");
  }

  @Test
  void bindsJoinsTighterThanCommas() {
    assertThat(body("select * from a, b full join c on b.x = c.x"))
        .isEqualTo(
            "Select([SelectItem(Star())], Join(Table(a), Join(Table(b), Table(c), FULL,"
                + " Comparison(EQUAL, b.x, c.x)), COMMA))");
    assertThat(body("from a join b join c on y on x"))
        .isEqualTo("Select(Join(Table(a), Join(Table(b), Table(c), INNER, y), INNER, x))");
  }

  @Test
  void tellsKeywordsOfJoinsFromAliases() {
    assertThat(body("from a semi")).isEqualTo("Select(Table(a, Alias(semi)))");
    assertThat(body("from a semi join b using (k)"))
        .isEqualTo("Select(Join(Table(a), Table(b), SEMI, [k]))");
    assertThat(body("from a asof left join b on c"))
        .isEqualTo("Select(Join(Table(a), Table(b), LEFT, isAsOf, c))");
    for (String kind : List.of("right", "full", "semi", "anti")) {
      assertThat(body("from a asof " + kind + " join b on c"))
          .isEqualTo(
              "Select(Join(Table(a), Table(b), " + kind.toUpperCase(Locale.ROOT) + ", isAsOf, c))");
    }
    assertThat(body("from a left asof join b match_condition a.x > b.x on c"))
        .isEqualTo(
            "Select(Join(Table(a), Table(b), LEFT, isAsOf, Comparison(GREATER, a.x, b.x),"
                + " c))");
  }

  @Test
  void bindsIntersectTighterThanUnion() {
    assertThat(body("table a union all table b intersect table c except table d"))
        .isEqualTo(
            "SetOperations(Select(Table(a)), [SetTerm(UNION, isAll, SetOperations("
                + "Select(Table(b)), [SetTerm(INTERSECT, Select(Table(c)))])),"
                + " SetTerm(EXCEPT, Select(Table(d)))])");
  }

  @Test
  void readsGroupingSets() {
    assertThat(body("select 1 from t group by a, rollup ((b, c), d), grouping sets (cube (a), ())"))
        .contains(
            "GroupBy([GroupKeys([a]), Rollup([GroupKeys([b, c]), GroupKeys([d])]),"
                + " GroupingSets([Cube([GroupKeys([a])]), GroupKeys()])])");
  }

  @Test
  void readsLimitsInAnyOrder() {
    Query query = SqlParser.query("select 1 offset 2 rows fetch first 3 rows only");
    assertThat(SyntaxPrinter.print(query.limit())).isEqualTo("3");
    assertThat(SyntaxPrinter.print(query.offset())).isEqualTo("2");
    assertThat(SyntaxPrinter.print(SqlParser.query("select 1 limit 5, 6").offset())).isEqualTo("5");
    assertThat(SqlParser.query("select 1 limit all").limit()).isNull();
  }

  @Test
  void takesKeywordsAsNamesWhereNoneCanStand() {
    assertThat(body("select a.select, b as from, filter, rows from range, values, groups"))
        .isEqualTo(
            "Select([SelectItem(a.select), SelectItem(b, from), SelectItem(filter),"
                + " SelectItem(rows)], Join(Join(Table(range), Table(values), COMMA),"
                + " Table(groups), COMMA))");
  }

  @Test
  void readsScripts() {
    List<Statement> statements =
        SqlParser.script(
                """
                ;; create or replace temp view v (a, b) as select 1, ';' -- not; the end
                ; create table if not exists t (a int[] not null, "b c" struct(x int))
                ; insert into t (a) values ([1]) /* ; */
                ; copy t to 'f.csv' (format csv, header, partition_by (a, 'b'))
                ; explain analyze from t ; describe 'f.csv' ; desc select 1 ; show tables ; show (select 2)
                """)
            .statements();
    assertThat(statements.stream().map(SyntaxPrinter::print))
        .containsExactly(
            "CreateView(\"temp\".\"main\".v, replaces, [a, b], Query(Select([SelectItem(1),"
                + " SelectItem(';')])))",
            "CreateTable(t, ifNotExists, [ColumnDefinition(a, ListOf(Scalar(int))),"
                + " ColumnDefinition(\"b c\", StructOf([FieldType(x, Scalar(int))]), isNullable)])",
            "Insert(t, [a], Query(Values([[ListLiteral([1])]])))",
            "Copy(Query(Select(Table(t))), 'f.csv', [CopyOption(format, [csv]),"
                + " CopyOption(header), CopyOption(partition_by, [a, b])])",
            "Explain(ANALYZE, Query(Select(Table(t))))",
            "Describe(Query(Select(File('f.csv'))))",
            "Describe(Query(Select([SelectItem(1)])))",
            "ShowTables()",
            "Describe(Query(Nested(Query(Select([SelectItem(2)])))))");
  }

  @Test
  void keepsPositionsInTheScript() {
    String script = "select 1;\nselect  a + 'b'  from t";
    Statement second = SqlParser.script(script).statements().get(1);
    assertThat(script.substring(second.span().start(), second.span().end()))
        .isEqualTo("select  a + 'b'  from t");
    Query.Select select = (Query.Select) ((Statement.Select) second).query().body();
    Expression sum = select.items().getFirst().value();
    assertThat(script.substring(sum.span().start(), sum.span().end())).isEqualTo("a + 'b'");
  }

  @Test
  void saysWhatIsWrongAndWhere() {
    failsWith("select 1 # 2", "no operator #; xor(a, b) is that of bits (line 1, column 10)");
    failsWith(
        "selec 1",
        "no statement begins with \"selec\"; did you mean \"select\"? (line 1, column 1)");
    failsWith(
        "select a frm t", "unexpected \"t\"; did you mean FROM for \"frm\"? (line 1, column 14)");
    failsWith(
        "select\n  (1 + ", "expected an expression, but the text ends here (line 2, column 8)");
    failsWith("select 'a", "the quote is not closed (line 1, column 8)");
    failsWith("select 1 /* a", "the comment is not closed (line 1, column 10)");
    failsWith(
        "select 12ab",
        "\"12ab\" is no number; write a blank after 12, or quote it if it is a name (line 1, column"
            + " 8)");
    failsWith(
        "select x'0g'",
        "X'0g' is no binary value; write two hexadecimal digits for each byte (line 1, column 8)");
    failsWith("select § from t", "unexpected character \"§\" (line 1, column 8)");
    failsWith(
        "select 1 from order",
        "expected a table, not the keyword ORDER; write \"order\" in double quotes if it is a name"
            + " (line 1, column 15)");
    failsWith(
        "select * from a join b",
        "expected ON or USING, but the text ends here (line 1, column 23)");
    failsWith(
        "select sum(a) over (rows 1) from t",
        "expected PRECEDING or FOLLOWING, not \")\" (line 1, column 27)");
    failsWith("create table t (a int, A int)", "column \"A\" occurs twice (line 1, column 24)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "{a: ", "not ", "- ", "f(", "(select "})
  void refusesEndlessNesting(String opening) {
    String text = "select " + opening.repeat(TokenStream.MAX_DEPTH + 1) + "1";
    runDeep(
        () ->
            assertThatThrownBy(() -> SqlParser.script(text))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("nests more than 5000 levels deep"));
  }

  @Test
  void readsLongTextsWithLittleStack() {
    String list =
        IntStream.range(0, 100_000).mapToObj(i -> i + " + 1").collect(Collectors.joining(","));
    Query in = SqlParser.query("select 1 from t where a in (" + list + ")");
    Expression.InList members = (Expression.InList) ((Query.Select) in.body()).where();
    assertThat(members.members()).hasSize(100_000);
    String or = "a like '%1'" + " or a like '%2'".repeat(20_000);
    Expression.Junction junction = (Expression.Junction) SqlParser.expression(or);
    assertThat(junction.operands()).hasSize(20_001);
    String union = "select 1" + " union all select 1".repeat(20_000);
    assertThat(((Query.SetOperations) SqlParser.query(union).body()).rest()).hasSize(20_000);
    Expression.Infix sum = (Expression.Infix) SqlParser.expression("1" + " + 1".repeat(20_000));
    assertThat(sum.rest()).hasSize(20_000);
  }

  private static void runDeep(Runnable test) {
    Throwable[] failure = new Throwable[1];
    Thread thread = new Thread(null, test, "deep", 1L << 29);
    thread.setUncaughtExceptionHandler((_, e) -> failure[0] = e);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    assertThat(failure[0]).isNull();
  }
}
