package dev.heddle.engine.session;

import dev.heddle.engine.session.RandomValues.Column;
import dev.heddle.engine.session.RandomValues.Kind;
import java.util.ArrayList;
import java.util.List;

/** Makes a random query with window functions over frames of every kind. */
final class RandomWindow {
  private final RandomValues values;
  private final List<Column> inputs;
  private final List<Column> columns;
  private final String partition;
  private final String all; // one order by all columns, so that equal rows have the same places

  private boolean mayExclude = true;

  RandomWindow(RandomValues values, List<Column> inputs) {
    this.values = values;
    this.inputs = inputs;
    this.columns = new ArrayList<>(inputs);
    String order = values.order(inputs);
    this.partition =
        switch (values.upTo(4)) {
          case 0 -> "";
          case 1 ->
              "partition by " + values.one(inputs).name() + ", " + values.one(inputs).name() + " ";
          default -> "partition by " + values.one(inputs).name() + " ";
        };
    this.all = partition + order;
  }

  /** Returns the columns of the query. */
  List<Column> columns() {
    return columns;
  }

  /** Returns the query. */
  String over(String from) {
    List<String> calls = new ArrayList<>();
    for (int i = 0; i < 1 + values.upTo(2); i++) {
      String name = values.name("w");
      calls.add(call(name) + " as " + name);
    }
    String query = "select *, " + String.join(", ", calls) + " from " + from;
    String first = calls.getFirst();
    boolean isRank = first.startsWith("row_number(") || first.startsWith("rank(");
    if (isRank && values.isOnceIn(2)) {
      String comparison = values.one(List.of(" = ", " <= ", " < ")) + (1 + values.upTo(4));
      String name = columns.get(inputs.size()).name();
      query =
          "select * from (" + query + ") as " + values.name("q") + " where " + name + comparison;
    }
    return query;
  }

  private String added(String name, Kind kind, String call) {
    columns.add(new Column(name, kind));
    return call;
  }

  private String call(String name) {
    mayExclude = true;
    String some = partition + "order by " + values.one(inputs).name();
    Column argument = values.one(inputs);
    String x = argument.name();
    String nulls = values.isOnceIn(3) ? " ignore nulls" : "";
    return switch (values.upTo(13)) {
      case 0 -> added(name, Kind.LONG, "row_number() over (" + all + ")");
      case 1 -> {
        String way = values.one(List.of("rank()", "dense_rank()"));
        yield added(
            name, Kind.LONG, way + " over (" + some + values.one(List.of("", " desc")) + ")");
      }
      case 2 -> added(name, Kind.LONG, "ntile(" + (1 + values.upTo(9)) + ") over (" + all + ")");
      case 3 -> {
        String way = values.one(List.of("percent_rank()", "cume_dist()"));
        yield added(name, Kind.DOUBLE, way + " over (" + some + ")");
      }
      case 4 -> {
        String way = values.one(List.of("lag(", "lead("));
        String distance = values.isOnceIn(2) ? "" : ", " + values.upTo(5);
        yield added(name, argument.kind(), way + x + distance + nulls + ") over (" + all + ")");
      }
      case 7 -> {
        String way = listed(argument, name);
        // The peer takes each row of each frame then, minutes for some thousands of rows.
        yield way + " over (" + all + " rows between " + near() + ")";
      }
      case 5, 6 -> {
        String way =
            values.one(List.of("first_value(" + x, "last_value(" + x, "nth_value(" + x + ", 2"));
        yield added(name, argument.kind(), way + nulls + ") over (" + all + frame() + ")");
      }
      default -> {
        String way = aggregate(argument, name);
        // The peer takes each row of each frame then, minutes for some thousands of rows.
        mayExclude = !way.startsWith("count(distinct") && !way.startsWith("median");
        String frame =
            switch (values.upTo(7)) {
              case 0, 1 -> ranged();
              case 2 -> grouped();
              case 3 -> whole();
              default -> all + frame();
            };
        yield way + " over (" + frame + ")";
      }
    };
  }

  private String aggregate(Column argument, String name) {
    String x = argument.name();
    boolean isExact = argument.kind().isNumber() && argument.kind() != Kind.DOUBLE;
    return switch (values.upTo(isExact ? 7 : 4)) {
      case 0 -> added(name, Kind.LONG, "count(*)");
      case 1 -> added(name, Kind.LONG, "count(" + x + ")");
      case 2 -> added(name, argument.kind(), values.one(List.of("min(", "max(")) + x + ")");
      case 3 -> added(name, Kind.LONG, "count(distinct " + x + ")");
      case 4 -> added(name, Kind.DOUBLE, "sum(cast(" + x + " as double))");
      case 5 -> added(name, Kind.DOUBLE, "avg(cast(" + x + " as double))");
      default -> added(name, Kind.DOUBLE, "median(cast(" + x + " as double))");
    };
  }

  /** Returns an aggregate that takes all rows of a frame, which is to be small. */
  private String listed(Column argument, String name) {
    String x = argument.name();
    String key = values.order(inputs);
    String filter =
        values.isOnceIn(3) ? " filter (where " + values.one(inputs).name() + " is not null)" : "";
    boolean isText = argument.kind() == Kind.TEXT || argument.kind() == Kind.INT;
    return switch (values.upTo(isText ? 4 : 2)) {
      case 0 -> added(name, argument.kind(), "first(" + x + " " + key + ")");
      case 1 -> added(name, argument.kind(), "last(" + x + " " + key + ")");
      case 2 -> added(name, argument.kind(), "mode(" + x + ")" + filter);
      default -> added(name, Kind.TEXT, "string_agg(" + x + "::varchar, '/' " + key + ")" + filter);
    };
  }

  private String near() {
    int far = 1 + values.upTo(6);
    return values.one(
            List.of(
                far + " preceding and current row",
                far + " preceding and " + far + " following",
                "1 following and " + far + " following"))
        + exclusion();
  }

  private String frame() {
    return switch (values.upTo(5)) {
      case 0 -> "";
      case 1 -> " range between " + ends("", false) + exclusion();
      default -> " rows between " + ends("", true) + exclusion();
    };
  }

  private String exclusion() {
    return mayExclude && values.isOnceIn(4)
        ? values.one(List.of(" exclude current row", " exclude group", " exclude ties"))
        : "";
  }

  /** Returns one order key whose values a frame can be a distance around. */
  private String ranged() {
    List<Column> keys =
        inputs.stream()
            .filter(c -> c.kind() == Kind.INT || c.kind() == Kind.LONG || c.kind() == Kind.DATE)
            .toList();
    if (keys.isEmpty()) {
      return partition;
    }
    Column key = values.one(keys);
    String unit = key.kind() == Kind.DATE ? " day" : "";
    return partition
        + "order by "
        + key.name()
        + values.one(List.of("", " desc", " nulls first"))
        + " range between "
        + ends(unit, true)
        + exclusion();
  }

  /** Returns a frame of all rows of a partition. */
  private String whole() {
    String range = " range between unbounded preceding and unbounded following";
    return partition + (values.isOnceIn(2) ? "" : values.order(inputs)) + range;
  }

  /** Returns a frame of groups of peers, by one or two keys. */
  private String grouped() {
    String second = values.isOnceIn(3) ? ", " + values.one(inputs).name() : "";
    return partition
        + "order by "
        + values.one(inputs).name()
        + values.one(List.of("", " desc", " nulls first"))
        + second
        + " groups between "
        + ends("", true)
        + exclusion();
  }

  private String ends(String unit, boolean hasOffsets) {
    int near = values.upTo(4);
    int far = near + values.upTo(20);
    List<String> ends =
        List.of(
            "unbounded preceding and current row",
            "current row and unbounded following",
            "unbounded preceding and unbounded following",
            offset(far, unit) + " preceding and " + offset(near, unit) + " preceding",
            offset(near, unit) + " preceding and " + offset(far, unit) + " following",
            offset(near, unit) + " following and " + offset(far, unit) + " following",
            offset(far, unit) + " preceding and current row",
            "current row and " + offset(near, unit) + " following",
            "unbounded preceding and " + offset(near, unit) + " following",
            offset(near, unit) + " preceding and unbounded following");
    return ends.get(values.upTo(hasOffsets ? ends.size() : 3));
  }

  private static String offset(int distance, String unit) {
    return unit.isEmpty() ? Integer.toString(distance) : "interval " + distance + unit;
  }
}
