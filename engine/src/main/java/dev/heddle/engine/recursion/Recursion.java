package dev.heddle.engine.recursion;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LimitNodes;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanEquality;
import dev.heddle.frame.plan.PlanInputs;
import dev.heddle.frame.plan.PlanSubqueries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Replaces the recursions of one query's plans by scans of their rows. Used by one thread. */
public final class Recursion {
  /** How many tables of about a size are put together. */
  static final int MERGED_PARTS = 16;

  private final RecursionRounds rounds;
  private final Map<LogicalPlan, LogicalPlan> computed = new HashMap<>();

  public Recursion(RecursionRounds rounds) {
    this.rounds = rounds;
  }

  /** Returns whether there is a recursion in a plan, which may be as deep as loops make it. */
  public static boolean isIn(LogicalPlan plan) {
    Deque<LogicalPlan> open = new ArrayDeque<>(List.of(plan));
    Set<LogicalPlan> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    while (!open.isEmpty()) {
      LogicalPlan node = open.pop();
      if (node instanceof LogicalPlan.RecursiveUnion) {
        return true;
      }
      if (seen.add(node)) {
        node.inputs().forEach(open::push);
        PlanSubqueries.of(node).forEach(open::push);
      }
    }
    return false;
  }

  /** Returns the names of the recursions in a plan, once each. */
  public static Set<String> names(LogicalPlan plan) {
    Set<String> names = new LinkedHashSet<>();
    if (isIn(plan)) {
      LogicalPlan unused =
          replaced(
              plan,
              node -> {
                if (node instanceof LogicalPlan.RecursiveUnion union) {
                  names.add(union.name());
                }
                return null;
              });
    }
    return names;
  }

  /**
   * Returns a plan whose recursions are scans of rows, which are computed now.
   *
   * @throws HeddleException of code UNSUPPORTED if there are more rounds than may be, and whatever
   *     the rounds fail with
   */
  public LogicalPlan computed(LogicalPlan plan) {
    return isIn(plan) ? PlanEquality.remembering(() -> replaced(plan, this::computedNode)) : plan;
  }

  /**
   * Returns a plan with each recursion as its first part beside the first round of its second one,
   * which is what can be shown before anything is computed.
   */
  public static LogicalPlan shown(LogicalPlan plan) {
    return isIn(plan) ? replaced(plan, Recursion::firstRound) : plan;
  }

  private static @Nullable LogicalPlan firstRound(LogicalPlan plan) {
    if (!(plan instanceof LogicalPlan.RecursiveUnion union)) {
      return null;
    }
    LogicalPlan first = shown(union.left());
    LogicalPlan second = shown(withWorkingTable(union.right(), union.number(), first));
    LogicalPlan both = new LogicalPlan.Union(List.of(first, second), union.schema());
    return union.all() ? both : new LogicalPlan.Distinct(both);
  }

  /** Returns a plan with nodes replaced, of those that are what is inside too. */
  private static LogicalPlan replaced(LogicalPlan plan, UnaryOperator<@Nullable LogicalPlan> node) {
    return replaced(plan, node, new IdentityHashMap<>());
  }

  private static LogicalPlan replaced(
      LogicalPlan plan,
      UnaryOperator<@Nullable LogicalPlan> node,
      Map<LogicalPlan, LogicalPlan> done) {
    LogicalPlan known = done.get(plan);
    if (known == null) {
      known = node.apply(plan);
      if (known == null) {
        List<LogicalPlan> inputs =
            plan.inputs().stream().map(input -> replaced(input, node, done)).toList();
        known =
            PlanSubqueries.map(
                PlanInputs.replace(plan, inputs), query -> replaced(query, node, done));
      }
      done.put(plan, known);
    }
    return known;
  }

  private static LogicalPlan withWorkingTable(LogicalPlan plan, int number, LogicalPlan rows) {
    return replaced(
        plan,
        node ->
            node instanceof LogicalPlan.WorkingTable table && table.number() == number
                ? rows
                : null);
  }

  /** Returns the rows of a node; null if it is no recursion, or reads rows of one around it. */
  private @Nullable LogicalPlan computedNode(LogicalPlan plan) {
    if (plan instanceof LimitNodes.Limit limit && limit.count() < LimitNodes.Limit.ALL) {
      LogicalPlan few = firstRows(limit.input(), limit.offset() + limit.count());
      return few == null ? null : new LimitNodes.Limit(few, limit.offset(), limit.count());
    }
    if (!(plan instanceof LogicalPlan.RecursiveUnion union) || readsAround(union)) {
      return null;
    }
    LogicalPlan known = computed.get(union);
    if (known == null) {
      known = new RoundByRound(union).rows(Long.MAX_VALUE);
      computed.put(union, known);
    }
    return known;
  }

  /**
   * Returns the rows of a recursion, or what is made of each of them, after the first rounds that
   * give the wanted number, for a limit of which any rows will do; null if a plan is no such.
   */
  private @Nullable LogicalPlan firstRows(LogicalPlan plan, long wanted) {
    return switch (plan) {
      case LogicalPlan.RecursiveUnion union when !readsAround(union) ->
          computed.containsKey(union)
              ? computed.get(union)
              : new RoundByRound(union).rows(wanted < 0 ? Long.MAX_VALUE : wanted);
      case LogicalPlan.Project project -> {
        LogicalPlan input =
            PlanSubqueries.of(project).isEmpty() ? firstRows(project.input(), wanted) : null;
        yield input == null
            ? null
            : new LogicalPlan.Project(input, project.columns(), project.schema());
      }
      default -> null;
    };
  }

  private static boolean readsAround(LogicalPlan.RecursiveUnion union) {
    boolean[] found = {false};
    LogicalPlan unused =
        replaced(
            union,
            node -> {
              found[0] |=
                  node instanceof LogicalPlan.WorkingTable table && table.number() < union.number();
              return null;
            });
    return found[0];
  }

  /** The rows of one recursion. */
  private final class RoundByRound {
    private final LogicalPlan.RecursiveUnion union;
    private final List<List<RecursionRounds.Held>> levels = new ArrayList<>(); // larger ones later

    RoundByRound(LogicalPlan.RecursiveUnion union) {
      this.union = union;
    }

    /**
     * Computes rounds.
     *
     * @param wanted after how many rows it may end
     */
    LogicalPlan rows(long wanted) {
      LogicalPlan first = computed(union.left());
      RecursionRounds.Held last = compute(union.all() ? first : new LogicalPlan.Distinct(first));
      LogicalPlan step = computed(union.right());
      int round = 0;
      long before = 0;
      while (last.count() > 0 && before < wanted - last.count()) {
        if (round == rounds.maxRounds()) {
          throw tooMany(round, last);
        }
        round++;
        before += last.count();
        add(last, 0);
        LogicalPlan made = computed(withWorkingTable(step, union.number(), last.scan()));
        last =
            compute(
                union.all() ? made : new LogicalPlan.Except(made, rows(), false, union.schema()));
      }
      add(last, 0);
      return rows();
    }

    private RecursionRounds.Held compute(LogicalPlan plan) {
      return rounds.compute(plan, union.schema());
    }

    private LogicalPlan rows() {
      List<LogicalPlan> scans = new ArrayList<>();
      levels.reversed().forEach(level -> level.forEach(held -> scans.add(held.scan())));
      return scans.size() == 1 ? scans.getFirst() : new LogicalPlan.Union(scans, union.schema());
    }

    /** Adds rows to those of a level; enough tables become one of the next level. */
    private void add(RecursionRounds.Held rows, int level) {
      if (levels.size() == level) {
        levels.add(new ArrayList<>());
      }
      List<RecursionRounds.Held> tables = levels.get(level);
      tables.add(rows);
      if (tables.size() > MERGED_PARTS) { // the last one is that of the round before
        List<RecursionRounds.Held> merged = List.copyOf(tables.subList(0, MERGED_PARTS));
        List<LogicalPlan> scans = new ArrayList<>();
        merged.forEach(held -> scans.add(held.scan()));
        RecursionRounds.Held larger = compute(new LogicalPlan.Union(scans, union.schema()));
        tables.subList(0, MERGED_PARTS).clear();
        merged.forEach(rounds::drop);
        add(larger, level + 1);
      }
    }

    private HeddleException tooMany(int round, RecursionRounds.Held last) {
      return new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot compute \""
              + union.name()
              + "\": after "
              + round
              + " rounds there still are new rows, "
              + last.count()
              + " in the last one; end the recursion by a condition, use UNION if rows repeat, or"
              + " raise maxRecursionRounds");
    }
  }
}
