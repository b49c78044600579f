package dev.heddle.engine.explain;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.frame.watch.PlanNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What took the CPU time of each node of a plan, and of what is outside of nodes. */
public final class CpuShares {
  private static final int MAX_METHODS = 5;

  private final CpuProfile profile;
  private final List<Place> places = new ArrayList<>();
  private final long nanos;

  /**
   * A node, or what threads did outside of nodes.
   *
   * @param node empty outside of nodes
   * @param activity what was done there; empty in a node
   * @param methods those that took the most themselves, the first most
   */
  public record Place(
      Optional<PlanNode> node, String activity, long nanos, List<Method> methods) {
    /** Copies the list. */
    public Place {
      methods = List.copyOf(methods);
    }
  }

  /**
   * A method.
   *
   * @param name its class and its own
   * @param function the function of the user's own that it was called for, if it was for one
   * @param nanos its own CPU time, without that of what it calls
   */
  public record Method(String name, Optional<String> function, long nanos) {}

  /**
   * Adds a profile up.
   *
   * @param functions the user's own that the plan calls
   */
  public CpuShares(CpuProfile profile, List<PlanNode> nodes, List<UserFunction> functions) {
    this.profile = profile;
    Map<Integer, Map<Method, Long>> ofNodes = new LinkedHashMap<>();
    Map<String, Map<Method, Long>> ofActivities = new LinkedHashMap<>();
    for (CpuStack stack : profile.stacks()) {
      Map<Method, Long> sums =
          stack.node() == CpuStack.NO_NODE
              ? ofActivities.computeIfAbsent(stack.activity(), _ -> new LinkedHashMap<>())
              : ofNodes.computeIfAbsent(stack.node(), _ -> new LinkedHashMap<>());
      sums.merge(self(stack, functions), stack.time().toNanos(), Long::sum);
    }
    ofNodes.forEach((node, sums) -> places.add(place(Optional.of(nodes.get(node)), "", sums)));
    ofActivities.forEach((activity, sums) -> places.add(place(Optional.empty(), activity, sums)));
    places.sort(Comparator.comparingLong(Place::nanos).reversed());
    nanos =
        places.stream().mapToLong(Place::nanos).sum()
            + profile.unattributed().plus(profile.lost()).toNanos();
  }

  private static Method self(CpuStack stack, List<UserFunction> functions) {
    List<String> frames = stack.frames();
    Optional<String> function = Optional.empty();
    for (String frame : frames) {
      for (UserFunction each : functions) {
        if (isOf(frame, each)) {
          function = Optional.of(each.name());
        }
      }
    }
    return new Method(frames.isEmpty() ? "(no stack)" : frames.getLast(), function, 0);
  }

  /** Returns whether a frame is in a function's code, whose class may be made of a lambda. */
  private static boolean isOf(String frame, UserFunction function) {
    String type = function.code().type().getName();
    int lambda = type.indexOf("$$Lambda");
    return lambda < 0
        ? frame.startsWith(type + ".")
        : frame.startsWith(type.substring(0, lambda) + ".lambda$");
  }

  private static Place place(Optional<PlanNode> node, String activity, Map<Method, Long> sums) {
    List<Method> methods = new ArrayList<>();
    sums.forEach(
        (method, nanos) -> methods.add(new Method(method.name(), method.function(), nanos)));
    methods.sort(Comparator.comparingLong(Method::nanos).reversed());
    return new Place(
        node,
        activity,
        methods.stream().mapToLong(Method::nanos).sum(),
        methods.subList(0, Math.min(MAX_METHODS, methods.size())));
  }

  CpuProfile profile() {
    return profile;
  }

  /** Returns nodes and activities, the first with the most time. */
  public List<Place> places() {
    return List.copyOf(places);
  }

  /** Returns the CPU time of all samples, with those that nothing is known of. */
  public long nanos() {
    return nanos;
  }

  /** Returns a time as a share of all. */
  public double share(long part) {
    return (double) part / Math.max(1, nanos);
  }
}
