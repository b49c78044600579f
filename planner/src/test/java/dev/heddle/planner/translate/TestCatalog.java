package dev.heddle.planner.translate;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.SessionValue;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import dev.heddle.planner.sql.parser.SqlParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/**
 * Tables by name for planner tests; a table is written as {@code "id bigint not null, name
 * varchar"}.
 */
public final class TestCatalog implements BinderCatalogue {
  private final Map<String, LogicalPlan> plans = new LinkedHashMap<>();

  /** Returns the tables of TPC-H with the types that DuckDB's generator gives them. */
  public static TestCatalog tpch() {
    return new TestCatalog()
        .table("region", "r_regionkey int, r_name varchar, r_comment varchar")
        .table("nation", "n_nationkey int, n_name varchar, n_regionkey int, n_comment varchar")
        .table(
            "supplier",
            "s_suppkey bigint, s_name varchar, s_address varchar, s_nationkey int, s_phone varchar,"
                + " s_acctbal decimal(15;2), s_comment varchar")
        .table(
            "part",
            "p_partkey bigint, p_name varchar, p_mfgr varchar, p_brand varchar, p_type varchar,"
                + " p_size int, p_container varchar, p_retailprice decimal(15;2), p_comment"
                + " varchar")
        .table(
            "partsupp",
            "ps_partkey bigint, ps_suppkey bigint, ps_availqty bigint,"
                + " ps_supplycost decimal(15;2), ps_comment varchar")
        .table(
            "customer",
            "c_custkey bigint, c_name varchar, c_address varchar, c_nationkey int, c_phone varchar,"
                + " c_acctbal decimal(15;2), c_mktsegment varchar, c_comment varchar")
        .table(
            "orders",
            "o_orderkey bigint, o_custkey bigint, o_orderstatus varchar,"
                + " o_totalprice decimal(15;2), o_orderdate date, o_orderpriority varchar,"
                + " o_clerk varchar, o_shippriority int, o_comment varchar")
        .table(
            "lineitem",
            "l_orderkey bigint, l_partkey bigint, l_suppkey bigint, l_linenumber bigint,"
                + " l_quantity decimal(15;2), l_extendedprice decimal(15;2),"
                + " l_discount decimal(15;2), l_tax decimal(15;2), l_returnflag varchar,"
                + " l_linestatus varchar, l_shipdate date, l_commitdate date, l_receiptdate date,"
                + " l_shipinstruct varchar, l_shipmode varchar, l_comment varchar");
  }

  /** Adds a table. */
  public TestCatalog table(String name, String columns) {
    List<Field> fields = new ArrayList<>();
    for (String column : columns.split(",")) {
      String[] words = column.strip().split(" +", 2);
      boolean isNullable = !words[1].endsWith(" not null");
      fields.add(new Field(words[0], type(words[1].replace(" not null", "")), isNullable));
    }
    plans.put(
        name, new LogicalPlan.Scan(new Source.Memory(plans.size(), name), new Schema(fields)));
    return this;
  }

  /** Adds a view. */
  public TestCatalog view(String name, LogicalPlan plan) {
    plans.put(name, plan);
    return this;
  }

  private static DataType type(String name) {
    if (name.startsWith("decimal(")) {
      String[] digits = name.substring(8, name.length() - 1).split(";");
      return new DataType.Decimal(Integer.parseInt(digits[0]), Integer.parseInt(digits[1]));
    }
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "boolean" -> DataType.BOOL;
      case "tinyint" -> DataType.INT8;
      case "smallint" -> DataType.INT16;
      case "int" -> DataType.INT32;
      case "bigint" -> DataType.INT64;
      case "real" -> DataType.FLOAT32;
      case "double" -> DataType.FLOAT64;
      case "varchar" -> DataType.STRING;
      case "varbinary" -> DataType.BINARY;
      case "date" -> DataType.DATE;
      case "time" -> DataType.TIME;
      case "timestamp" -> DataType.TIMESTAMP;
      case "timestamptz" -> DataType.TIMESTAMP_TZ;
      case "interval" -> DataType.INTERVAL;
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Returns the plan of a query over these tables. */
  public LogicalPlan analyze(String sql) {
    return Binder.bind(sql, SqlParser.query(sql), this);
  }

  /** Returns a plan in relational form. */
  public static RelNode translate(LogicalPlan plan) {
    return LogicalPlanTranslator.translate(plan, TestCatalog::table, 0);
  }

  /** Returns a query in relational form. */
  public RelNode rel(String sql) {
    return translate(analyze(sql));
  }

  private static Table table(LogicalPlan.Scan scan) {
    return new TestTable(scan.source().toString(), scan.schema());
  }

  @Override
  public List<String> names() {
    return List.copyOf(plans.keySet());
  }

  @Override
  public LogicalPlan plan(String name) {
    return plans.get(name);
  }

  @Override
  public List<String> names(SchemaName schema) {
    return schema.isInformation() ? List.of() : names();
  }

  @Override
  public LogicalPlan plan(SchemaName schema, String name) {
    return plan(name);
  }

  @Override
  public String value(SessionValue value) {
    throw new IllegalStateException("No session: " + value);
  }

  @Override
  public List<UserFunction> functions() {
    return List.of();
  }

  @Override
  public LogicalPlan file(Source source) {
    throw new HeddleException(ErrorCode.NOT_FOUND, "Cannot read " + source + ": no such file");
  }

  @Override
  public List<List<@Nullable Object>> rows(LogicalPlan plan) {
    throw new IllegalStateException("No session runs " + plan);
  }

  @Override
  public long randomSeed() {
    return 0;
  }
}
