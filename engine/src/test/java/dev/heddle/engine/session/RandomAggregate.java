package dev.heddle.engine.session;

import dev.heddle.engine.session.RandomValues.Column;
import dev.heddle.engine.session.RandomValues.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Makes a random aggregation: keys or sets of keys, calls with DISTINCT and FILTER, HAVING. */
final class RandomAggregate {
  private final RandomValues values;
  private final List<Column> inputs;
  private final List<Column> columns = new ArrayList<>();

  RandomAggregate(RandomValues values, List<Column> inputs) {
    this.values = values;
    this.inputs = inputs;
  }

  /** Returns the columns of the query. */
  List<Column> columns() {
    return columns;
  }

  /** Returns the query. */
  String over(String from) {
    List<Column> keys = new ArrayList<>();
    for (int i = values.upTo(4); i > 0; i--) {
      Column key = values.one(inputs);
      if (!keys.contains(key) && keys.size() < 3) {
        keys.add(key);
      }
    }
    List<String> list = new ArrayList<>();
    boolean hasSets = !keys.isEmpty() && values.isOnceIn(3);
    for (Column key : keys) {
      list.add(key.name());
      columns.add(key);
    }
    if (hasSets) {
      for (Column key : keys) {
        add("grouping(" + key.name() + ")", Kind.LONG, list);
      }
    }
    for (int i = 0; i < 1 + values.upTo(3); i++) {
      call(list);
    }
    String by = keys.isEmpty() ? "" : " group by " + (hasSets ? sets(keys) : list(keys));
    String having =
        !keys.isEmpty() && values.isOnceIn(4) ? " having count(*) > " + values.upTo(3) : "";
    return "select " + String.join(", ", list) + " from " + from + by + having;
  }

  private static String list(List<Column> keys) {
    return keys.stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private String sets(List<Column> keys) {
    return switch (values.upTo(3)) {
      case 0 -> "rollup(" + list(keys) + ")";
      case 1 -> "cube(" + list(keys) + ")";
      default -> {
        List<String> sets = new ArrayList<>();
        sets.add("(" + list(keys) + ")");
        for (int i = 0; i < 1 + values.upTo(3); i++) {
          sets.add("(" + list(keys.stream().filter(_ -> values.isOnceIn(2)).toList()) + ")");
        }
        yield "grouping sets (" + String.join(", ", sets) + ")";
      }
    };
  }

  private void add(String call, Kind kind, List<String> list) {
    String name = values.name("a");
    columns.add(new Column(name, kind));
    list.add(call + " as " + name);
  }

  private void call(List<String> list) {
    Column argument = values.one(inputs);
    String x = argument.name();
    String filter = values.isOnceIn(4) ? " filter (where " + values.predicate(inputs, 1) + ")" : "";
    String distinct = values.isOnceIn(4) ? "distinct " : "";
    if (values.isOnceIn(4)) {
      ordered(argument, filter, list);
      return;
    }
    int choices = argument.kind().isNumber() ? 12 : 7;
    switch (values.upTo(choices)) {
      case 0 -> add("count(*)" + filter, Kind.LONG, list);
      case 1 -> add("count(" + x + ")" + filter, Kind.LONG, list);
      case 2 -> add("count(distinct " + x + ")" + filter, Kind.LONG, list);
      case 3, 4 ->
          add(values.one(List.of("min(", "max(")) + x + ")" + filter, argument.kind(), list);
      case 5 -> {
        String way = values.one(List.of("bool_and(", "bool_or("));
        add(way + values.predicate(inputs, 1) + ")" + filter, Kind.BOOL, list);
      }
      case 6 -> {
        String text =
            argument.kind() == Kind.TEXT ? x : "case when " + x + " is null then 'n' else 'y' end";
        add("string_agg(" + text + ", ',' order by " + text + ")" + filter, Kind.TEXT, list);
      }
      case 7, 8 ->
          add("cast(sum(" + distinct + x + ")" + filter + " as double)", Kind.DOUBLE, list);
      case 9 -> add("avg(" + distinct + "cast(" + x + " as double))" + filter, Kind.DOUBLE, list);
      case 10 -> {
        // The peer's interpolation between equal values may differ from them in the last digit.
        String way = values.one(List.of("median(", "quantile_cont("));
        String fraction = way.startsWith("m") ? ")" : ", 0." + (1 + values.upTo(9)) + ")";
        String call = way + "cast(" + x + " as double)" + fraction + filter;
        add("round(" + call + " * 0.33712345678, 3)", Kind.DOUBLE, list);
      }
      default -> {
        // Scaled so that no value stands where rounding could go either way. The peer takes the
        // variance of one value for 0, even if that is not a number.
        String way = values.one(List.of("var_pop(", "stddev_samp("));
        String number =
            argument.kind() == Kind.DOUBLE ? "case when " + x + " < 1e300 then " + x + " end" : x;
        String call = way + distinct + "cast(" + number + " as double))" + filter;
        add("round(" + call + " * 0.33712345678, 3)", Kind.DOUBLE, list);
      }
    }
  }

  /** Adds a call whose result depends on an order, which is of all columns. */
  private void ordered(Column argument, String filter, List<String> list) {
    String x = argument.name();
    String order = " " + values.order(inputs) + ")" + filter;
    Kind lists = argument.kind() == Kind.INT ? Kind.INTS : Kind.TEXTS;
    boolean isElement = argument.kind() == lists.element();
    switch (isElement ? values.upTo(4) : 0) {
      case 0, 1 -> add(values.one(List.of("first(", "last(")) + x + order, argument.kind(), list);
      case 2 -> add("array_agg(" + x + order, lists, list);
      default -> {
        String own = " " + values.order(List.of(argument)) + ")" + filter;
        add("array_agg(distinct " + x + own, lists, list);
      }
    }
  }
}
