package dev.heddle.frame;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Frames and results as text and as HTML. */
class HtmlTest {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field("<script>alert(1)</script>", DataType.STRING, true),
              new Field("n", DataType.INT64, true)));

  private static QueryResult rows(int count) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      rows.add(new @Nullable Object[] {i == 1 ? null : "a & b \"" + i + "\"", i});
    }
    return new RowsResult(SCHEMA, rows);
  }

  @Test
  void aResultShowsItsFirstRowsAsText() {
    String html = rows(25).toHtml();
    assertThat(html)
        .contains("<th title=\"VARCHAR\">&lt;script&gt;alert(1)&lt;/script&gt;</th>")
        .contains("a &amp; b &quot;19&quot;")
        .contains(">NULL<")
        .contains("first 20 rows")
        .doesNotContain("<script>")
        .doesNotContain("&quot;20&quot;");
    assertThat(rows(0).toHtml()).contains("<tbody>\n</tbody>").contains("0 rows");
    assertThat(html.split("<tr>", -1)).hasSize(22);
  }

  @Test
  void aFrameShowsItsColumnsAndItsPlan() {
    DataFrame frame = new FrameFixture().orders.filter(col("price").gt(5)).select("id", "price");
    assertThat(frame.toString())
        .contains("| column | type")
        .contains("| id ")
        .contains("Project id, price\n  Filter price > 5\n    Scan ");
    assertThat(frame.toHtml())
        .contains("<td style=\"text-align:left\">price</td>")
        .contains("&gt; 5")
        .contains("<pre>");
    assertThat(Arrays.asList(frame.toHtml().split("\n")))
        .noneMatch(line -> line.contains("<script"));
  }

  @Test
  void aPlanShowsItsNodesAsText() {
    PlanNode scan = new PlanNode(0, 0, "Scan", "Scan <script>x</script>", 100, List.of());
    PlanNode filter = new PlanNode(1, 0, "Filter", "Filter a < 'b'", -1, List.of(0));
    PlanNode union = new PlanNode(2, 1, "UnionAll", "UnionAll", 50, List.of(1, 1));
    List<PlannedStage> stages =
        List.of(
            new PlannedStage(0, "Scan → Filter", 4, List.of()),
            new PlannedStage(1, "UnionAll", 1, List.of(0)));
    QueryPlan planned = new QueryPlan(stages, List.of(scan, filter, union), List.of());
    assertThat(planned.toString())
        .isEqualTo(
            """
            +-----------------------------+-------+---------------+
            | node                        | stage | expected rows |
            +-----------------------------+-------+---------------+
            | UnionAll                    |     1 |            50 |
            |   Filter a < 'b'            |     0 |       unknown |
            |     Scan <script>x</script> |     0 |           100 |
            |   Filter a < 'b', see above |     0 |       unknown |
            +-----------------------------+-------+---------------+
            3 nodes, 2 stages, 5 tasks, not run
            """);
    assertThat(planned.toHtml())
        .contains("Scan &lt;script&gt;x&lt;/script&gt;</td>")
        .contains("a &lt; &#39;b&#39;")
        .doesNotContain("<script");
  }

  @Test
  void aPlanThatHasRunShowsWhatItsNodesHaveDone() {
    PlanNode scan = new PlanNode(0, 0, "Scan", "Scan t", 100, List.of());
    PlanNode top = new PlanNode(1, 0, "TopN", "TopN 5 by <b>", 5, List.of(0));
    QueryPlan ran =
        new QueryPlan(
            List.of(new PlannedStage(0, "Scan → TopN", 1, List.of())),
            List.of(scan, top),
            List.of(
                new NodeStatus(0, 1_000_000, 3_000_000, 0, 0),
                new NodeStatus(1, 5, 1_000_000, 64, 3 << 20)));
    assertThat(ran.toString())
        .isEqualTo(
            """
            +---------------+-------+---------------+-----------+--------+-------+---------+
            | node          | stage | expected rows |      rows |   time | share | spilled |
            +---------------+-------+---------------+-----------+--------+-------+---------+
            | TopN 5 by <b> |     0 |             5 |         5 | 1.0 ms |  25 % | 3.0 MiB |
            |   Scan t      |     0 |           100 | 1,000,000 | 3.0 ms |  75 % |         |
            +---------------+-------+---------------+-----------+--------+-------+---------+
            2 nodes, 1 stage, 1 task
            """);
    assertThat(ran.toHtml())
        .contains("TopN 5 by &lt;b&gt;")
        .contains("title=\"far from what was expected\">1,000,000</td>")
        .contains("<td style=\"text-align:right\">5</td>");
  }
}
