package dev.heddle.planner.translate;

import dev.heddle.planner.sql.HeddleConformance;
import dev.heddle.planner.sql.SqlErrors;
import dev.heddle.planner.sql.SqlPositionException;
import dev.heddle.planner.sql.SqlText;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;

/** Parses one query into Calcite's tree, in the form that the validator takes. */
final class SqlParsing {
  private static final int MAX_IDENTIFIER_LENGTH = 1 << 20;

  private static final SqlParser.Config CONFIG =
      SqlParser.config()
          .withParserFactory(SqlBabelParserImpl.FACTORY)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withUnquotedCasing(Casing.UNCHANGED)
          .withQuotedCasing(Casing.UNCHANGED)
          .withCaseSensitive(false)
          .withIdentifierMaxLength(MAX_IDENTIFIER_LENGTH)
          .withConformance(HeddleConformance.INSTANCE);

  private SqlParsing() {}

  /** Parses an expression of our own, which is not rewritten. */
  static SqlNode expression(SqlText text) {
    try {
      return SqlParser.create(text.rewritten(), CONFIG).parseExpression();
    } catch (SqlParseException e) {
      throw new IllegalStateException("Cannot parse " + text.original(), e);
    }
  }

  /**
   * Parses a query.
   *
   * @param learned what validating it before has shown
   * @throws dev.heddle.frame.error.AnalysisException with line and column if it does not parse
   */
  static SqlNode query(SqlText text, Learned learned) {
    try {
      SqlNode node = SqlParser.create(text.rewritten(), CONFIG).parseQuery();
      if (!node.isA(SqlKind.QUERY)) {
        throw new SqlPositionException(
            "a query is expected here; other statements are run by execute",
            node.getParserPosition());
      }
      UnsupportedOperators.check(node);
      return SqlRewrites.apply(node, text, learned);
    } catch (SqlParseException e) {
      throw SqlErrors.syntax(text, e);
    } catch (SqlPositionException e) {
      throw SqlErrors.analysis(text, e.getMessage(), e.position());
    }
  }
}
