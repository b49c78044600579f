package dev.heddle.flight;

import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.option.SessionAccess;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.SqlInfoBuilder;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlNullOrdering;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlOuterJoinsSupportLevel;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedCaseSensitivity;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedElementActions;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedGroupBy;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedPositionedCommands;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedResultSetType;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedSubqueries;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedTransaction;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedUnions;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlTransactionIsolationLevel;
import org.apache.arrow.flight.sql.impl.FlightSql.SupportedAnsi92SqlGrammarLevel;
import org.apache.arrow.flight.sql.impl.FlightSql.SupportedSqlGrammar;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** What the server answers to questions about itself and its SQL. Thread-safe. */
final class ServerFacts {
  private static final long NO_LIMIT = 0;

  /** Words that names cannot be and that SQL:2003 does not reserve. */
  private static final List<String> KEYWORDS =
      List.of("ANTI", "ASOF", "ILIKE", "LIMIT", "OFFSET", "PIVOT", "QUALIFY", "SEMI", "UNPIVOT");

  private static final List<String> NUMBERS =
      List.of(
          "abs",
          "acos",
          "asin",
          "atan",
          "atan2",
          "ceiling",
          "cos",
          "cot",
          "degrees",
          "exp",
          "floor",
          "log",
          "log10",
          "mod",
          "pi",
          "power",
          "radians",
          "rand",
          "round",
          "sign",
          "sin",
          "sqrt",
          "tan",
          "truncate");
  private static final List<String> TEXTS =
      List.of(
          "ascii",
          "char",
          "char_length",
          "concat",
          "insert",
          "lcase",
          "left",
          "length",
          "locate",
          "lower",
          "ltrim",
          "repeat",
          "replace",
          "right",
          "rtrim",
          "soundex",
          "space",
          "substring",
          "ucase",
          "upper");
  private static final List<String> TIMES =
      List.of(
          "curdate",
          "curtime",
          "dayname",
          "dayofmonth",
          "dayofweek",
          "dayofyear",
          "hour",
          "minute",
          "month",
          "monthname",
          "now",
          "quarter",
          "second",
          "week",
          "year");
  private static final List<String> SYSTEM = List.of("database", "ifnull", "user");

  private final SqlInfoBuilder facts = new SqlInfoBuilder();

  /**
   * Makes the facts of a server.
   *
   * @param access what its clients may use
   */
  ServerFacts(SessionAccess access, SessionLimits limits) {
    server(access, limits);
    names();
    query();
    support();
    limits();
  }

  /**
   * Sends what is asked for and known, all if nothing is asked for.
   *
   * @param allocator of an answer that the builder has no part in
   */
  void send(List<Integer> wanted, BufferAllocator allocator, ServerStreamListener client) {
    if (wanted.isEmpty()) {
      facts.send(List.of(), new ExtraFacts(client, ExtraFacts.CODES));
      return;
    }
    ExtraFacts extra =
        new ExtraFacts(client, ExtraFacts.CODES.stream().filter(wanted::contains).toList());
    List<Integer> known = wanted.stream().distinct().filter(ServerFacts::isOfBuilder).toList();
    if (!known.isEmpty()) {
      facts.send(known, extra);
      return;
    }
    try (VectorSchemaRoot root = VectorSchemaRoot.create(Schemas.GET_SQL_INFO_SCHEMA, allocator)) {
      root.allocateNew();
      root.setRowCount(0);
      extra.start(root);
      extra.putNext();
      extra.completed();
    }
  }

  private static boolean isOfBuilder(int code) {
    return SqlInfo.forNumber(code) != null && !ExtraFacts.CODES.contains(code);
  }

  private static String version(Class<?> type) {
    String version = type.getPackage().getImplementationVersion();
    return version == null ? "0.1.0-SNAPSHOT" : version;
  }

  /** Returns those of the names that functions have. */
  private static String[] known(List<String> names) {
    return names.stream()
        .filter(name -> !FunctionCatalogue.find(name).isEmpty())
        .map(name -> name.toUpperCase(Locale.ROOT))
        .toArray(String[]::new);
  }

  private void server(SessionAccess access, SessionLimits limits) {
    facts
        .withFlightSqlServerName("Heddle")
        .withFlightSqlServerVersion(version(ServerFacts.class))
        .withFlightSqlServerArrowVersion(version(VectorSchemaRoot.class))
        .withFlightSqlServerReadOnly(access.changes() == SessionAccess.Changes.REFUSED)
        .withFlightSqlServerSql(true)
        .withFlightSqlServerSubstrait(false)
        .withFlightSqlServerSubstraitMinVersion("")
        .withFlightSqlServerSubstraitMaxVersion("")
        .withFlightSqlServerTransaction(SqlSupportedTransaction.SQL_SUPPORTED_TRANSACTION_NONE)
        .withFlightSqlServerCancel(true)
        .withFlightSqlServerBulkIngestion(true)
        .withFlightSqlServerBulkIngestionTransaction(false)
        .withFlightSqlServerStatementTimeout(
            Math.toIntExact(Math.min(Integer.MAX_VALUE, limits.statementTime().toMillis())))
        .withFlightSqlServerTransactionTimeout(0);
  }

  private void names() {
    facts
        .withSqlDdlCatalog(false)
        .withSqlDdlSchema(false)
        .withSqlDdlTable(true)
        .withSqlIdentifierCase(SqlSupportedCaseSensitivity.SQL_CASE_SENSITIVITY_CASE_INSENSITIVE)
        .withSqlIdentifierQuoteChar("\"")
        .withSqlQuotedIdentifierCase(SqlSupportedCaseSensitivity.SQL_CASE_SENSITIVITY_UNKNOWN)
        .withSqlSearchStringEscape("\\")
        .withSqlExtraNameCharacters("")
        .withSqlKeywords(KEYWORDS.toArray(String[]::new))
        .withSqlNumericFunctions(known(NUMBERS))
        .withSqlStringFunctions(known(TEXTS))
        .withSqlSystemFunctions(known(SYSTEM))
        .withSqlDatetimeFunctions(known(TIMES))
        .withSqlSchemaTerm("schema")
        .withSqlCatalogTerm("catalog")
        .withSqlProcedureTerm("procedure")
        .withSqlCatalogAtStart(true);
  }

  private void query() {
    facts
        .withSqlAllTablesAreSelectable(true)
        .withSqlNullOrdering(SqlNullOrdering.SQL_NULLS_SORTED_AT_END)
        .withSqlSupportsColumnAliasing(true)
        .withSqlNullPlusNullIsNull(true)
        .withSqlSupportsConvert(Map.of())
        .withSqlSupportsTableCorrelationNames(true)
        .withSqlSupportsDifferentTableCorrelationNames(false)
        .withSqlSupportsExpressionsInOrderBy(true)
        .withSqlSupportsOrderByUnrelated(true)
        .withSqlSupportedGroupBy(
            SqlSupportedGroupBy.SQL_GROUP_BY_UNRELATED,
            SqlSupportedGroupBy.SQL_GROUP_BY_BEYOND_SELECT)
        .withSqlSupportsLikeEscapeClause(true)
        .withSqlSupportsNonNullableColumns(true)
        .withSqlSupportedGrammar(
            SupportedSqlGrammar.SQL_MINIMUM_GRAMMAR, SupportedSqlGrammar.SQL_CORE_GRAMMAR)
        .withSqlAnsi92SupportedLevel(SupportedAnsi92SqlGrammarLevel.ANSI92_ENTRY_SQL)
        .withSqlOuterJoinSupportLevel(
            SqlOuterJoinsSupportLevel.SQL_LIMITED_OUTER_JOINS,
            SqlOuterJoinsSupportLevel.SQL_FULL_OUTER_JOINS)
        .withSqlSubQueriesSupported(
            SqlSupportedSubqueries.SQL_SUBQUERIES_IN_COMPARISONS,
            SqlSupportedSubqueries.SQL_SUBQUERIES_IN_EXISTS,
            SqlSupportedSubqueries.SQL_SUBQUERIES_IN_INS,
            SqlSupportedSubqueries.SQL_SUBQUERIES_IN_QUANTIFIEDS)
        .withSqlCorrelatedSubqueriesSupported(true)
        .withSqlSupportedUnions(SqlSupportedUnions.SQL_UNION, SqlSupportedUnions.SQL_UNION_ALL);
  }

  private void support() {
    facts
        .withSqlSupportsIntegrityEnhancementFacility(false)
        .withSqlSchemasSupportedActions(all(SqlSupportedElementActions.values()))
        .withSqlCatalogsSupportedActions(all(SqlSupportedElementActions.values()))
        .withSqlSupportedPositionedCommands(new SqlSupportedPositionedCommands[0])
        .withSqlSelectForUpdateSupported(false)
        .withSqlStoredProceduresSupported(false)
        .withSqlTransactionsSupported(false)
        .withSqlDefaultTransactionIsolation(0)
        .withSqlSupportedTransactionsIsolationLevels(
            SqlTransactionIsolationLevel.SQL_TRANSACTION_NONE)
        .withSqlDataDefinitionCausesTransactionCommit(true)
        .withSqlDataDefinitionsInTransactionsIgnored(false)
        .withSqlSupportedResultSetTypes(SqlSupportedResultSetType.SQL_RESULT_SET_TYPE_FORWARD_ONLY)
        .withSqlBatchUpdatesSupported(true)
        .withSqlSavepointsSupported(false)
        .withSqlNamedParametersSupported(false)
        .withSqlLocatorsUpdateCopy(false)
        .withSqlStoredFunctionsUsingCallSyntaxSupported(false)
        .withSqlMaxRowSizeIncludesBlobs(true);
  }

  private static SqlSupportedElementActions[] all(SqlSupportedElementActions[] actions) {
    return Arrays.stream(actions)
        .filter(each -> each != SqlSupportedElementActions.UNRECOGNIZED)
        .toArray(SqlSupportedElementActions[]::new);
  }

  private void limits() {
    facts
        .withSqlMaxBinaryLiteralLength(NO_LIMIT)
        .withSqlMaxCharLiteralLength(NO_LIMIT)
        .withSqlMaxColumnNameLength(NO_LIMIT)
        .withSqlMaxColumnsInGroupBy(NO_LIMIT)
        .withSqlMaxColumnsInIndex(NO_LIMIT)
        .withSqlMaxColumnsInOrderBy(NO_LIMIT)
        .withSqlMaxColumnsInSelect(NO_LIMIT)
        .withSqlMaxColumnsInTable(NO_LIMIT)
        .withSqlMaxConnections(NO_LIMIT)
        .withSqlMaxCursorNameLength(NO_LIMIT)
        .withSqlMaxIndexLength(NO_LIMIT)
        .withSqlDbSchemaNameLength(NO_LIMIT)
        .withSqlMaxProcedureNameLength(NO_LIMIT)
        .withSqlMaxCatalogNameLength(NO_LIMIT)
        .withSqlMaxRowSize(NO_LIMIT)
        .withSqlMaxStatementLength(NO_LIMIT)
        .withSqlMaxStatements(NO_LIMIT)
        .withSqlMaxTableNameLength(NO_LIMIT)
        .withSqlMaxTablesInSelect(NO_LIMIT)
        .withSqlMaxUsernameLength(NO_LIMIT);
  }
}
