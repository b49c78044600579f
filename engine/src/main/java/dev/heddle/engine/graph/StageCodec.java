package dev.heddle.engine.graph;

import dev.heddle.io.catalog.Table;
import dev.heddle.io.codec.RecordCodec;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.wire.TableForms;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.PlanForms;
import dev.heddle.physical.plan.PlanTables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns stage templates into bytes and back. Stateless. */
public final class StageCodec {
  private static final RecordCodec<StageTemplate> CODEC =
      RecordCodec.of(StageTemplate.class, PlanForms.ALL);

  private StageCodec() {}

  /** Returns what programs have in common that understand each other's templates and tables. */
  public static long fingerprint() {
    return CODEC.fingerprint() * 31 + TableForms.fingerprint();
  }

  /**
   * Returns the bytes of a graph.
   *
   * @param account pays for working memory
   * @throws dev.heddle.frame.error.HeddleException with code {@code UNSUPPORTED} for what cannot be
   *     sent, such as too many rows in memory; and what listing files throws
   */
  public static EncodedGraph encode(StageGraph graph, MemoryAccount account) {
    return encode(graph.stages(), account);
  }

  /** Returns the bytes of templates. */
  public static EncodedGraph encode(List<StageTemplate> templates, MemoryAccount account) {
    Map<ContentHash, byte[]> tables = new HashMap<>();
    List<EncodedStage> stages = new ArrayList<>();
    for (StageTemplate template : templates) {
      Written written = new Written(account, tables);
      byte[] bytes = CODEC.encode(template, written);
      stages.add(new EncodedStage(bytes, written.numbers));
    }
    return new EncodedGraph(stages, tables);
  }

  /**
   * Returns the template of bytes.
   *
   * @param tables the tables of the job; they stay open as long as the template is used
   * @throws dev.heddle.frame.error.HeddleException with code {@code CORRUPT_MESSAGE} for bytes that
   *     are none
   */
  public static StageTemplate decode(EncodedStage stage, StageTables tables) {
    return CODEC.decode(stage.template(), new Read(stage.tables(), tables));
  }

  /** Takes the tables of one template that is being written. */
  private static final class Written implements PlanTables {
    private final MemoryAccount account;
    private final Map<ContentHash, byte[]> tables;
    private final List<ContentHash> numbers = new ArrayList<>();

    Written(MemoryAccount account, Map<ContentHash, byte[]> tables) {
      this.account = account;
      this.tables = tables;
    }

    @Override
    public int number(PhysicalPlan.Scan scan) {
      byte[] bytes = TableForms.write(scan.table(), scan.request(), account);
      ContentHash hash = ContentHash.of(bytes);
      tables.putIfAbsent(hash, bytes);
      int known = numbers.indexOf(hash);
      if (known >= 0) {
        return known;
      }
      numbers.add(hash);
      return numbers.size() - 1;
    }

    @Override
    public Table table(int number) {
      throw new IllegalStateException("Tables are being written");
    }
  }

  /** Gives the tables of one template that is being read. */
  private record Read(List<ContentHash> numbers, StageTables tables) implements PlanTables {
    @Override
    public int number(PhysicalPlan.Scan scan) {
      throw new IllegalStateException("Tables are being read");
    }

    @Override
    public Table table(int number) {
      return tables.open(numbers.get(number));
    }
  }
}
