package dev.heddle.engine.write;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.io.write.SortField;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WriteSpec;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts the writing of files on top of a query's plan, where its rows are: below the exchange that
 * would bring them together, unless they have to come in one order or go to one file.
 *
 * @param target where to and how
 * @param schema of the query
 * @param zone shows timestamps with zone as text
 * @param site where the tasks of the write run
 */
public record WritePlans(WriteTarget target, Schema schema, ZoneId zone, Site site) {
  /** Where the tasks of a write run. */
  public enum Site {
    /** In this process, as the query's own do. */
    HERE,
    /** Elsewhere, as the query's own do. */
    ELSEWHERE,
    /** In this process; the query's own run elsewhere. */
    CLIENT
  }

  /** In which order the rows of a folder's file have to come. */
  enum FolderOrder {
    /** In any that the query does not state. */
    ANY,
    /** Those of a partition come one after the other. */
    SORTED
  }

  /** Returns the same for tasks that run somewhere else. */
  WritePlans at(Site other) {
    return new WritePlans(target, schema, zone, other);
  }

  /** Returns a plan whose rows go to one file, in the order of the query. */
  PhysicalPlan file(PhysicalPlan plan, WriteSpec.Destination destination) {
    return oneTask(
        plan,
        new WriteSpec(
            schema,
            destination,
            target.format(),
            List.of(),
            List.of(),
            WriteSpec.Limits.ONE_FILE,
            WriteSpec.RowOrder.AS_THEY_COME,
            sortedBy(KnownOrder.of(plan).orElse(List.of())),
            zone.getId()));
  }

  /** Returns a plan whose rows go to files of a folder. */
  PhysicalPlan folder(PhysicalPlan plan, WriteSpec.Destination destination, FolderOrder wanted) {
    if (site == Site.CLIENT || !(plan instanceof PhysicalPlan.Exchange exchange)) {
      return oneTask(plan, destination, wanted);
    }
    PhysicalPlan apart = exchange.input();
    if (isPartitioned() && sorted(apart) instanceof PhysicalPlan.Sort sort) {
      // rows need to be in order only with others of their folder
      PhysicalPlan rows = sort.withInputs(List.of(byFolder(sort.input())));
      return everyTask(rows, destination, WriteSpec.RowOrder.AS_THEY_COME, wanted);
    }
    return switch (exchange.distribution()) {
      case Distribution.Sequence _ ->
          everyTask(apart, destination, WriteSpec.RowOrder.AS_THEY_COME, wanted);
      case Distribution.Single single when single.order().isEmpty() ->
          KnownOrder.of(apart).isPresent() || isInChosenParts(apart)
              ? everyTask(apart, destination, WriteSpec.RowOrder.AS_THEY_COME, wanted)
              : everyTask(byFolder(apart), destination, WriteSpec.RowOrder.NONE, wanted);
      case Distribution.Single _,
          Distribution.Broadcast _,
          Distribution.Hash _,
          Distribution.RoundRobin _,
          Distribution.Adjacent _,
          Distribution.Range _ ->
          oneTask(plan, destination, wanted);
    };
  }

  /** Returns the sort of rows before they were placed by ranges. */
  private static PhysicalPlan sorted(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.Sort sort
        && sort.input() instanceof PhysicalPlan.Exchange exchange
        && exchange.input() instanceof PhysicalPlan.RangePart part) {
      PhysicalPlan rows = part.inputs().getFirst();
      return sort.withInputs(
          List.of(rows instanceof PhysicalPlan.Share share ? share.input() : rows));
    }
    return plan;
  }

  private PhysicalPlan oneTask(
      PhysicalPlan plan, WriteSpec.Destination destination, FolderOrder wanted) {
    PhysicalPlan rows = ordered(plan, wanted);
    WriteSpec.RowOrder order =
        KnownOrder.of(rows).isPresent() || isSequence(rows)
            ? WriteSpec.RowOrder.AS_THEY_COME
            : WriteSpec.RowOrder.NONE;
    return oneTask(rows, spec(rows, destination, order, wanted));
  }

  private static boolean isSequence(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Exchange exchange
        && exchange.distribution() instanceof Distribution.Sequence;
  }

  private boolean isPartitioned() {
    return !target.layout().partitionBy().isEmpty();
  }

  private List<Integer> partitionColumns() {
    return target.layout().partitionBy().stream()
        .map(name -> schema.indexOf(name).orElseThrow())
        .toList();
  }

  /** Whether the query has decided in which parts the rows are: then a part is a file. */
  private static boolean isInChosenParts(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Exchange _ -> true;
      case PhysicalPlan.Project project -> isInChosenParts(project.input());
      case PhysicalPlan.Filter filter -> isInChosenParts(filter.input());
      default -> false;
    };
  }

  /** Brings the rows of each folder to one task, or to several if they are many. */
  private PhysicalPlan byFolder(PhysicalPlan rows) {
    return isPartitioned()
        ? new PhysicalPlan.Exchange(
            rows, new Distribution.Hash(partitionColumns()), rows.estimate())
        : rows;
  }

  /** Sorts rows by their folder, if that is wanted, and keeps their own order otherwise. */
  private PhysicalPlan ordered(PhysicalPlan rows, FolderOrder wanted) {
    if (wanted == FolderOrder.ANY) {
      return rows;
    }
    List<SortOrder> keys = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (int column : partitionColumns()) {
      keys.add(new SortOrder(column, SortDirection.ASCENDING, NullPlacement.LAST));
      seen.add(column);
    }
    for (SortOrder own : KnownOrder.of(rows).orElse(List.of())) {
      if (seen.add(own.column())) {
        keys.add(own);
      }
    }
    return new PhysicalPlan.Sort(rows, keys, rows.estimate());
  }

  private WriteSpec spec(
      PhysicalPlan rows,
      WriteSpec.Destination destination,
      WriteSpec.RowOrder order,
      FolderOrder wanted) {
    WriteLayout layout = target.layout();
    List<SortField> left = sortedBy(KnownOrder.of(rows).orElse(List.of()));
    left.removeIf(column -> layout.omittedColumns().contains(column.column()));
    boolean isSorted = wanted == FolderOrder.SORTED;
    return new WriteSpec(
        schema,
        destination,
        target.format(),
        layout.partitionBy(),
        layout.omittedColumns(),
        new WriteSpec.Limits(
            layout.maxFileBytes(),
            layout.maxFileRows(),
            isSorted ? Integer.MAX_VALUE : layout.maxOpenFiles()),
        isSorted ? WriteSpec.RowOrder.BY_FOLDER : order,
        left,
        zone.getId());
  }

  private List<SortField> sortedBy(List<SortOrder> order) {
    List<SortField> fields = new ArrayList<>();
    for (SortOrder column : order) {
      fields.add(
          new SortField(
              schema.field(column.column()).name(),
              column.direction() == SortDirection.DESCENDING,
              column.nulls() == NullPlacement.FIRST));
    }
    return fields;
  }

  /** Each task that has rows writes them; what they have written comes together. */
  private PhysicalPlan everyTask(
      PhysicalPlan plan,
      WriteSpec.Destination destination,
      WriteSpec.RowOrder order,
      FolderOrder wanted) {
    PhysicalPlan rows = ordered(plan, wanted);
    return together(write(rows, spec(rows, destination, order, wanted)));
  }

  /** One task writes all rows. */
  private PhysicalPlan oneTask(PhysicalPlan rows, WriteSpec spec) {
    return switch (site) {
      case HERE -> write(rows, spec);
      case ELSEWHERE -> together(write(undivided(rows), spec));
      case CLIENT -> write(together(rows), spec);
    };
  }

  /**
   * A plan without exchanges is made for one task: tables that it reads would be divided among
   * several as soon as an exchange follows.
   */
  private static PhysicalPlan undivided(PhysicalPlan plan) {
    return hasExchange(plan) ? plan : readWhole(plan);
  }

  private static boolean hasExchange(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Exchange
        || plan.inputs().stream().anyMatch(WritePlans::hasExchange);
  }

  private static PhysicalPlan readWhole(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.Scan scan) {
      return scan.whole();
    }
    List<PhysicalPlan> inputs = plan.inputs().stream().map(WritePlans::readWhole).toList();
    return inputs.isEmpty() ? plan : plan.withInputs(inputs);
  }

  private static PhysicalPlan write(PhysicalPlan rows, WriteSpec spec) {
    return new PhysicalPlan.Write(rows, spec, Estimate.UNKNOWN);
  }

  private static PhysicalPlan together(PhysicalPlan rows) {
    boolean isThere =
        rows instanceof PhysicalPlan.Exchange exchange
            && (exchange.distribution() instanceof Distribution.Sequence
                || exchange.distribution().equals(new Distribution.Single(List.of())));
    return isThere
        ? rows
        : new PhysicalPlan.Exchange(rows, new Distribution.Single(List.of()), rows.estimate());
  }
}
