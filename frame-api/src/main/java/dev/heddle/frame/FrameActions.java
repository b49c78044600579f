package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.spi.BatchStream;
import dev.heddle.frame.spi.Engine;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.verb.Limits;
import java.nio.file.Path;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What runs the query of a frame, or has its rows held for later ones; part of {@link DataFrame}.
 */
public sealed interface FrameActions permits DataFrame {
  private DataFrame frame() {
    return (DataFrame) this;
  }

  private Engine engine() {
    return frame().session().engine();
  }

  /**
   * Has the session hold this frame's rows in memory from their first use on, and returns this
   * frame.
   *
   * <p>Every later query of the session that contains an equal plan (this frame, those derived from
   * it, frames made anew in the same way, SQL over them) reads the held rows, as they were at that
   * first use: files that change and the time of day no longer matter. The rows are stored off the
   * heap in columns and count against the memory budget. Where memory gets short, those that were
   * used least recently are dropped before operators spill, and computed again at their next use;
   * what does not fit is not cached. {@link #explain()} shows what is cached.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="cache"}
   *
   * @see #uncache()
   */
  default DataFrame cache() {
    engine().cache(frame().plan());
    return frame();
  }

  /**
   * Ends what {@link #cache()} began: frees the rows once no query reads them, and returns this
   * frame. Does nothing if they are not held.
   */
  default DataFrame uncache() {
    engine().uncache(frame().plan());
    return frame();
  }

  /**
   * Has this frame's rows held where queries run, from their first use on, and returns this frame.
   *
   * <p>On a cluster the rows stay where its tasks wrote them, in the memory of shuffle servers and
   * then on their disks; later queries of the session read them there, on the hosts that have them,
   * and only their own results come here. What is lost with a server is computed again. They go
   * with the session or with {@link #unpersist()}. Which queries read them, and which rows those
   * are, is as with {@link #cache()}; and in a session without a cluster this is {@link #cache()}.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="persist"}
   *
   * @see #unpersist()
   */
  default DataFrame persist() {
    engine().persist(frame().plan());
    return frame();
  }

  /**
   * Ends what {@link #persist()} began: frees the rows once no query reads them, and returns this
   * frame. Does nothing if they are not held.
   */
  default DataFrame unpersist() {
    engine().unpersist(frame().plan());
    return frame();
  }

  /** Runs the query and returns its whole result, held off-heap until the caller closes it. */
  default QueryResult collect() {
    return engine().run(frame().plan());
  }

  /**
   * Runs the query and returns its rows as records on the heap.
   *
   * <p>Each component takes the column of its name, exactly or else the only one equal but for case
   * and underscores ({@code orderKey} and {@code order_key}). Types are checked before the query
   * runs. Integers, and decimals without fraction such as the sum of integers, go into every class
   * of integers that has room for the value, and into a {@code double} or {@code float} that is
   * exactly the value; other decimals into a {@code double} near them. Text becomes an enum
   * constant of that name or a {@code UUID}; an interval a {@code Duration} or {@code Period}; a
   * null an empty {@code Optional}.
   *
   * @throws AnalysisException if a component has no column or a type that does not take its values
   * @throws HeddleException if a value does not fit its component, with both names; if a primitive
   *     component meets a null; with code {@code USER_CODE} if the record's constructor fails
   */
  default <R> List<R> rows(Class<R> type) {
    RecordWriter<R> writer =
        new RecordWriter<>(requireNonNull(type, "type is null"), frame().schema());
    try (QueryResult result = collect()) {
      return writer.records(result);
    }
  }

  /**
   * Runs the query and returns its rows in order while it makes them: a result of any size takes a
   * bounded number of bytes. Rows are copies on the heap, which may be kept.
   *
   * <p>The query runs from here on, a few batches ahead of its reader, and ends with the stream:
   * the caller closes it, best by {@code try}, also where it does not read to the end. An error of
   * the query comes after the rows before it, as the {@link HeddleException} that {@link #collect}
   * would throw. The stream is sequential.
   */
  default Stream<Row> stream() {
    BatchStream batches = engine().batches(frame().plan());
    RowIterator rows = new RowIterator(frame().schema(), batches::next);
    int traits = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, traits), false)
        .onClose(batches::close);
  }

  /**
   * Runs the query and returns its rows as records while it makes them, as {@link #stream()} does.
   * Types are checked before the query runs, as {@link #rows} does.
   *
   * @throws AnalysisException if a component has no column or a type that does not take its values
   */
  default <R> Stream<R> stream(Class<R> type) {
    RecordWriter<R> writer =
        new RecordWriter<>(requireNonNull(type, "type is null"), frame().schema());
    return stream().map(writer::record);
  }

  /**
   * Runs the query and returns its result batch by batch while it runs; the caller closes the
   * stream.
   */
  default ArrowStream toArrow() {
    return engine().stream(frame().plan());
  }

  /**
   * Runs the query and lends its rows to a consumer while it runs, batch by batch and in the order
   * of the query: a result of any size takes a bounded number of bytes.
   *
   * @param consumer called by one thread at a time, and must not keep a batch; what it throws ends
   *     the query
   * @return where the time went
   * @throws HeddleException with code {@code USER_CODE} if the consumer fails, with its exception
   *     as the cause
   */
  default QueryProfile forEachBatch(Consumer<ResultBatch> consumer) {
    requireNonNull(consumer, "consumer is null");
    return engine()
        .forEachBatch(
            frame().plan(),
            batch -> {
              try {
                consumer.accept(batch);
              } catch (HeddleException e) {
                throw e;
              } catch (RuntimeException e) {
                throw new HeddleException(
                    ErrorCode.USER_CODE, "Cannot go on: the consumer of batches failed, " + e, e);
              }
            });
  }

  /**
   * Runs the query, and a function of the user's own for the rows of each part where these are, on
   * a cluster in its workers, as {@link DataFrame#mapPartitions} does. What the function gives is
   * counted and dropped. A part whose task runs again, since a worker was lost, is seen again.
   *
   * @param columns its arguments; all columns in their order if none is named
   * @return the number of rows that it gave
   */
  default long forEachPartition(UserFunction function, String... columns) {
    return frame().mapPartitions(function, columns).count();
  }

  /** Runs the query and returns its number of rows. */
  default long count() {
    DataFrame counted = frame().agg(Functions.count().named("count"));
    try (QueryResult result = counted.collect()) {
      return result.iterator().next().longValue(0);
    }
  }

  /** Runs the query and prints its first 20 rows to standard output. */
  default void show() {
    show(Limits.SHOWN_ROWS);
  }

  /** Runs the query and prints its first rows to standard output. */
  default void show(int rowCount) {
    System.out.print(toText(rowCount));
  }

  /** Runs the query and returns its first rows as a text table. */
  default String toText(int rowCount) {
    Limits.requireCount("Cannot show", rowCount);
    try (QueryResult result = frame().limit(rowCount + 1L).collect()) {
      return result.toText(rowCount);
    }
  }

  /**
   * Runs the query and returns its summary: one row for each of count, null_count, mean, std, min,
   * 25%, 50%, 75% and max, and a column of numbers (text, for columns that are no numbers) for each
   * column of this frame.
   */
  default DataFrame describe() {
    return Summary.describe(frame().session(), frame());
  }

  /** Returns a writer of this frame's rows. */
  default FrameWriter write() {
    return new FrameWriter(frame(), WriteMode.FAIL_IF_EXISTS, WriteLayout.DEFAULT);
  }

  /**
   * Returns the logical, optimised and physical plans and the stages as text, with estimates; runs
   * nothing.
   */
  default String explain() {
    return explain(ExplainMode.ALL);
  }

  /**
   * Runs the query, drops its rows, and writes a page of HTML that tells of it: text, what made it
   * slow, tasks over time, plan with estimates beside what was, settings and versions. The page
   * needs nothing else and can be mailed; secrets are masked in it. Needs {@code
   * dev.heddle:heddle-server} on the class path.
   *
   * @param file where it goes, in place of what is there
   * @throws HeddleException the query's error, after the page is written; with code {@code IO} if
   *     it cannot be written; with code {@code NOT_FOUND} if the module is missing
   */
  default void report(String file) {
    engine()
        .report(frame().plan(), Path.of(Arguments.target(requireNonNull(file, "file is null"))));
  }

  /** Returns some forms of the plan as text; some run the query: {@link ExplainMode#isRun}. */
  default String explain(ExplainMode mode) {
    return engine().explain(frame().plan(), requireNonNull(mode, "mode is null"));
  }

  /**
   * Returns the plan of operators as a value that notebooks and terminals show as a table, with
   * estimates; runs nothing.
   *
   * {@snippet class="dev.heddle.frame.SnippetsTest" region="plan"}
   */
  default QueryPlan queryPlan() {
    return engine().queryPlan(frame().plan());
  }

  /**
   * Runs the query, drops its rows, and returns its plan as {@link #queryPlan()}, with what each
   * operator has done beside the estimates.
   */
  default QueryPlan analyzedPlan() {
    return engine().analyzedPlan(frame().plan());
  }
}
