package dev.heddle.engine.graph;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.ScalarUdf;
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
   * @param code where the code of the user's own functions is
   * @throws dev.heddle.frame.error.HeddleException with code {@code UNSUPPORTED} for what cannot be
   *     sent, such as too many rows in memory; and what listing files throws
   */
  public static EncodedGraph encode(StageGraph graph, MemoryAccount account, CodeSource code) {
    return encode(graph.stages(), account, code);
  }

  /** Returns the bytes of templates. */
  public static EncodedGraph encode(
      List<StageTemplate> templates, MemoryAccount account, CodeSource code) {
    Map<ContentHash, byte[]> tables = new HashMap<>();
    Map<ContentHash, byte[]> archives = new HashMap<>();
    List<EncodedStage> stages = new ArrayList<>();
    for (StageTemplate template : templates) {
      Written written = new Written(account, tables, code, archives);
      byte[] bytes = CODEC.encode(template, written);
      stages.add(new EncodedStage(bytes, written.numbers, written.archiveNumbers));
    }
    return new EncodedGraph(stages, tables, archives);
  }

  /**
   * Returns the template of bytes.
   *
   * @param tables the tables of the job; they stay open as long as the template is used
   * @param code the code of the user's own functions, likewise
   * @throws dev.heddle.frame.error.HeddleException with code {@code CORRUPT_MESSAGE} for bytes that
   *     are none
   */
  public static StageTemplate decode(EncodedStage stage, StageTables tables, StageCode code) {
    return CODEC.decode(stage.template(), new Read(stage.tables(), tables, stage.archives(), code));
  }

  /**
   * Returns the graph of bytes whose functions of the user's own are here already.
   *
   * @param tables those of the graph; they stay open as long as it is used
   */
  public static StageGraph decode(EncodedGraph graph, StageTables tables) {
    List<StageTemplate> templates = new ArrayList<>();
    for (EncodedStage stage : graph.stages()) {
      templates.add(decode(stage, tables, StageCode.NONE));
    }
    return new StageGraph(templates);
  }

  /** Takes the tables and the code of one template that is being written. */
  private static final class Written implements PlanTables {
    private final MemoryAccount account;
    private final Map<ContentHash, byte[]> tables;
    private final List<ContentHash> numbers = new ArrayList<>();
    private final CodeSource code;
    private final Map<ContentHash, byte[]> archives;
    private final List<ContentHash> archiveNumbers = new ArrayList<>();

    Written(
        MemoryAccount account,
        Map<ContentHash, byte[]> tables,
        CodeSource code,
        Map<ContentHash, byte[]> archives) {
      this.account = account;
      this.tables = tables;
      this.code = code;
      this.archives = archives;
    }

    @Override
    public int number(PhysicalPlan.Scan scan) {
      byte[] bytes = TableForms.write(scan.table(), scan.request(), account);
      ContentHash hash = ContentHash.of(bytes);
      tables.putIfAbsent(hash, bytes);
      return number(hash, numbers);
    }

    private static int number(ContentHash hash, List<ContentHash> among) {
      int known = among.indexOf(hash);
      if (known >= 0) {
        return known;
      }
      among.add(hash);
      return among.size() - 1;
    }

    @Override
    public List<Integer> archives(UserFunction function) {
      List<Integer> found = new ArrayList<>();
      for (CodeArchive archive : code.archives(function)) {
        archives.putIfAbsent(archive.hash(), archive.bytes());
        found.add(number(archive.hash(), archiveNumbers));
      }
      return found;
    }

    @Override
    public Class<? extends ScalarUdf> code(String function, String type, List<Integer> in) {
      throw new IllegalStateException("Functions are being written");
    }

    @Override
    public Table table(int number) {
      throw new IllegalStateException("Tables are being written");
    }
  }

  /** Gives the tables and the code of one template that is being read. */
  private record Read(
      List<ContentHash> numbers,
      StageTables tables,
      List<ContentHash> archiveNumbers,
      StageCode code)
      implements PlanTables {
    @Override
    public int number(PhysicalPlan.Scan scan) {
      throw new IllegalStateException("Tables are being read");
    }

    @Override
    public Table table(int number) {
      return tables.open(numbers.get(number));
    }

    @Override
    public List<Integer> archives(UserFunction function) {
      throw new IllegalStateException("Functions are being read");
    }

    @Override
    public Class<? extends ScalarUdf> code(String function, String type, List<Integer> in) {
      return code.load(function, type, in.stream().map(archiveNumbers::get).toList());
    }
  }
}
