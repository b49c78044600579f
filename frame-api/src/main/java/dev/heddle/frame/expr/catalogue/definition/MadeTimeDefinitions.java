package dev.heddle.frame.expr.catalogue.definition;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;

/**
 * Timestamps made of parts: of six numbers, or of a date and a time, and maybe of the zone in which
 * they are what clocks show. Those that begin with {@code try_} are null where others fail.
 */
public final class MadeTimeDefinitions {
  private static final int NUMBERS = 6;

  private MadeTimeDefinitions() {}

  /** Returns the functions. */
  public static List<ExprFunction> all() {
    List<ExprFunction> all = new ArrayList<>();
    add(all, "make_timestamp", 2, MadeTimeDefinitions::moment);
    add(all, "make_timestamp", 3, MadeTimeDefinitions::zonedMoment);
    add(all, "make_timestamp", NUMBERS + 1, MadeTimeDefinitions::zoned);
    add(all, "make_timestamp_ntz", 2, MadeTimeDefinitions::moment);
    add(all, "make_timestamp_ntz", NUMBERS, MadeTimeDefinitions::local);
    add(all, "make_timestamp_ltz", 2, parts -> instant(moment(parts)));
    add(all, "make_timestamp_ltz", 3, MadeTimeDefinitions::zonedMoment);
    for (String name : List.of("make_timestamp_ltz", "make_timestamptz")) {
      add(all, name, NUMBERS, parts -> instant(local(parts)));
      add(all, name, NUMBERS + 1, MadeTimeDefinitions::zoned);
    }
    all.add(
        ExprFunction.scalar(
            "try_make_timestamp",
            NUMBERS,
            NUMBERS,
            parts -> call(ScalarFunction.TRY, local(parts))));
    all.add(
        ExprFunction.scalar(
            "make_timestamptz,timestamp_micros",
            1,
            1,
            parts -> at(lit("UTC"), ValueFunction.MAKE_TIMESTAMP_US.call(parts.arguments()))));
    return all;
  }

  private static void add(
      List<ExprFunction> all, String name, int arguments, ExprFunction.Body body) {
    all.add(ExprFunction.scalar(name, arguments, arguments, body));
    if (!name.equals("make_timestamptz")) {
      ExprFunction.Body tried = parts -> call(ScalarFunction.TRY, body.build(parts));
      all.add(ExprFunction.scalar("try_" + name, arguments, arguments, tried));
    }
  }

  private static Expr local(CallParts parts) {
    return new Expr.Call(ScalarFunction.MAKE_TIMESTAMP, parts.arguments().subList(0, NUMBERS));
  }

  private static Expr zoned(CallParts parts) {
    return at(parts.argument(NUMBERS), local(parts));
  }

  /** A date and a time of day. */
  private static Expr moment(CallParts parts) {
    Expr day = call(ScalarFunction.EPOCH_US, parts.argument(0).cast(DataType.DATE));
    return ValueFunction.MAKE_TIMESTAMP_US.call(
        List.of(day.plus(call("time_to_micros", parts.argument(1)))));
  }

  private static Expr zonedMoment(CallParts parts) {
    return at(parts.argument(2), moment(parts));
  }

  private static Expr instant(Expr time) {
    return time.cast(DataType.TIMESTAMP_TZ);
  }

  private static Expr at(Expr zone, Expr time) {
    return call(ScalarFunction.TIMEZONE, zone, time);
  }
}
