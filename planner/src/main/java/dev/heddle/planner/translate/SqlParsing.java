package dev.heddle.planner.translate;

import dev.heddle.planner.sql.HeddleConformance;
import dev.heddle.planner.sql.SqlErrors;
import dev.heddle.planner.sql.SqlPositionException;
import dev.heddle.planner.sql.SqlText;
import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
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

  /**
   * Parses a query.
   *
   * @param structs where {@code unnest} of a struct stands, as far as it is known
   * @throws dev.heddle.frame.error.AnalysisException with line and column if it does not parse
   */
  static SqlNode query(SqlText text, List<SqlParserPos> structs) {
    try {
      SqlNode node = SqlParser.create(text.rewritten(), CONFIG).parseQuery();
      if (!node.isA(SqlKind.QUERY)) {
        throw new SqlPositionException(
            "a query is expected here; other statements are run by execute",
            node.getParserPosition());
      }
      return SqlRewrites.apply(node, text, structs);
    } catch (SqlParseException e) {
      throw SqlErrors.syntax(text, e);
    } catch (SqlPositionException e) {
      throw SqlErrors.analysis(text, e.getMessage(), e.position());
    }
  }
}
