package dev.heddle.planner.translate;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.UserFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.sql.HeddleConformance;
import dev.heddle.planner.sql.SqlErrors;
import dev.heddle.planner.sql.SqlPositionException;
import dev.heddle.planner.sql.SqlText;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/** Validates one SQL query, and converts it. */
final class SqlQueries {
  private static final int NO_IN_LIST_AS_JOIN = 10_000;

  static {
    CalciteSetup.ensure();
  }

  private final SqlText text;
  private final SqlNames names;
  private final QueryContext context;
  private final QueryOperators operators;
  private final Learned learned = new Learned();
  private QueryCatalog catalog;
  private HeddleValidator validator;
  private SqlNode parsed;
  private @Nullable Validated validated;
  private @Nullable Function<LogicalPlan, RelNode> rows;

  /** Parses a query. */
  SqlQueries(SqlText text, SqlNames names, QueryContext context) {
    this.text = text;
    this.names = names;
    this.context = context;
    this.operators = new QueryOperators(names.functions());
    this.parsed = SqlParsing.query(text, learned);
    this.catalog = catalog(parsed);
    this.validator = validator(catalog);
  }

  private QueryCatalog catalog(SqlNode query) {
    return QueryCatalog.create(names, new QueryNames(query), text, context.types(), this::rowsOf);
  }

  private HeddleValidator validator(QueryCatalog tables) {
    return new HeddleValidator(
        operators,
        tables,
        context.types(),
        SqlValidator.Config.DEFAULT
            .withConformance(HeddleConformance.INSTANCE)
            .withDefaultNullCollation(NullCollation.LAST)
            .withTypeCoercionEnabled(true)
            .withTypeCoercionFactory((types, validating) -> new NoCoercion(types))
            .withCallRewrite(true)
            .withIdentifierExpansion(true));
  }

  /** A query whose names and types are right. */
  record Validated(SqlNode node, RelDataType rowType) {}

  private RelNode rowsOf(LogicalPlan plan) {
    if (rows == null) {
      throw new IllegalStateException("Rows are asked for although nothing is converted");
    }
    return rows.apply(plan);
  }

  /** Checks names and types. */
  Validated validate() {
    if (validated == null) {
      validated = described(this::check);
    }
    return validated;
  }

  private Validated check() {
    while (true) {
      try {
        SqlNode node = validator.validate(parsed);
        return new Validated(node, validator.getValidatedNodeType(node));
      } catch (Learned.Lesson e) {
        e.learn(learned);
        parsed = SqlParsing.query(text, learned);
        catalog = catalog(parsed);
        validator = validator(catalog);
      }
    }
  }

  QueryContext context() {
    return context;
  }

  /** Returns the functions of the user's own that the text calls; it has been validated. */
  List<UserFunction> functions() {
    return operators.used();
  }

  QueryCatalog catalog() {
    return catalog;
  }

  /**
   * Validates and converts, once.
   *
   * @param rowsOfPlans how the plan behind a table name becomes relational
   */
  RelNode convert(Function<LogicalPlan, RelNode> rowsOfPlans) {
    rows = rowsOfPlans;
    Validated checked = validate();
    return described(
        () -> {
          SqlToRelConverter.Config config =
              SqlToRelConverter.config()
                  .withExpand(false)
                  .withTrimUnusedFields(false)
                  .withInSubQueryThreshold(NO_IN_LIST_AS_JOIN)
                  .withRelBuilderConfigTransform(c -> builderConfig(checked.node()))
                  .withHintStrategyTable(org.apache.calcite.rel.hint.HintStrategyTable.EMPTY);
          SqlToRelConverter converter =
              new SqlToRelConverter(
                  (rowType, query, path, view) -> {
                    throw new IllegalStateException("no view is text: " + query);
                  },
                  validator,
                  catalog,
                  context.cluster(),
                  SqlConvertlets.INSTANCE,
                  config);
          RelRoot root = converter.convertQuery(checked.node(), false, true);
          return named(
              root.withRel(GroupFrames.apply(AsOfMarks.apply(UnnestCorrelations.apply(root.rel)))));
        });
  }

  /**
   * Columns of functions that are not deterministic must not be written out where they are used;
   * and where a subquery is selected the converter puts expressions over the input of the input's
   * projection, once they are merged with it, over the input itself.
   */
  private RelBuilder.Config builderConfig(SqlNode query) {
    return functions().stream().allMatch(UserFunction::isDeterministic)
            && !SelectedQuery.isIn(query)
        ? QueryContext.BUILDER_CONFIG
        : QueryContext.BUILDER_CONFIG.withBloat(-1);
  }

  private RelNode named(RelRoot root) {
    RelBuilder builder = context.relBuilder().push(root.rel);
    boolean isWhole =
        root.isRefTrivial()
            && root.rel.getRowType().getFieldNames().equals(root.fields.rightList());
    if (!isWhole) {
      builder.project(
          root.fields.leftList().stream().map(i -> builder.field(i)).toList(),
          root.fields.rightList(),
          true);
    }
    return builder.build();
  }

  private interface Step<T> {
    T run();
  }

  private <T> T described(Step<T> step) {
    try {
      return step.run();
    } catch (SqlPositionException e) {
      String message = messages().aboutColumn(parsed, e.position(), e.getMessage());
      throw SqlErrors.analysis(text, message, e.position());
    } catch (CalciteContextException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof SqlPositionException own) {
          String message = messages().aboutColumn(parsed, own.position(), own.getMessage());
          throw SqlErrors.analysis(text, message, own.position());
        }
        if (cause instanceof HeddleException own) {
          throw own;
        }
      }
      throw messages().translate(text, parsed, e);
    }
  }

  private ValidationMessages messages() {
    return new ValidationMessages(validator, catalog, operators);
  }
}
