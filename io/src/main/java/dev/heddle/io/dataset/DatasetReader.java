package dev.heddle.io.dataset;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter.Conjunct;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.SplitReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes a dataset's batches of a format's: adds constants, converts types and applies the conjuncts
 * that the format could not.
 */
final class DatasetReader implements SplitReader {
  private final SplitReader reader;
  private final ScanRequest request;
  private final List<String> names;
  private final List<DataType> types;
  private final List<ColumnOrigin> origins;
  private final FileRequest cut;
  private final MemoryAccount account;
  private final ScanMetrics metrics;
  private final List<RowFilter> filters = new ArrayList<>();
  private final List<RowFilter.Evaluation> evaluations = new ArrayList<>();
  private final @Nullable Column[] constants; // made when first needed
  private final @Nullable Column[] converted; // of the batch under way
  private boolean closed;

  /** Makes a reader, taking over the format's. */
  DatasetReader(
      SplitReader reader,
      ScanRequest request,
      List<String> names,
      List<DataType> types,
      List<ColumnOrigin> origins,
      FileRequest cut,
      MemoryAccount account,
      ScanMetrics metrics) {
    this.reader = reader;
    this.request = request;
    this.names = names;
    this.types = types;
    this.origins = origins;
    this.cut = cut;
    this.account = account;
    this.metrics = metrics;
    this.constants = new Column[types.size()];
    this.converted = new Column[types.size()];
    try {
      for (Conjunct conjunct : cut.above()) {
        filters.add(conjunct.rows());
        evaluations.add(conjunct.rows().start(account));
      }
    } catch (Throwable e) {
      evaluations.forEach(RowFilter.Evaluation::close);
      throw e;
    }
  }

  @Override
  public Optional<Batch> next() {
    for (Optional<Batch> next = reader.next(); next.isPresent(); next = reader.next()) {
      try (Batch stored = next.get()) {
        Optional<Batch> batch = complete(stored);
        int delivered = batch.isPresent() ? batch.get().rowCount() : 0;
        metrics.rowsDelivered.add(delivered - stored.rowCount()); // the format has counted its own
        if (batch.isPresent()) {
          return batch;
        }
      } finally {
        releaseConverted();
      }
    }
    return Optional.empty();
  }

  private Optional<Batch> complete(Batch stored) {
    int rows = stored.physicalRows();
    int count = stored.rowCount();
    Buffer selection = null;
    try {
      for (int f = 0; f < filters.size() && count > 0; f++) {
        List<Integer> wanted = filters.get(f).columns();
        Column[] lent = new Column[wanted.size()];
        for (int i = 0; i < lent.length; i++) {
          lent[i] = column(wanted.get(i), stored);
        }
        long positions = selection == null ? stored.selection() : selection.address();
        if (selection == null) {
          selection = account.allocate(4L * count);
        }
        count = evaluations.get(f).narrow(lent, rows, positions, count, selection.address());
      }
      if (count == 0) {
        return Optional.empty();
      }
      Column[] outputs = outputs(stored);
      if (selection == null || count == stored.rowCount()) {
        return Optional.of(stored.withColumns(outputs));
      }
      Buffer given = selection;
      selection = null;
      return Optional.of(Batch.selected(account, rows, given, count, outputs));
    } finally {
      if (selection != null) {
        selection.release();
      }
    }
  }

  private Column[] outputs(Batch stored) {
    Column[] outputs = new Column[request.outputs().size()];
    for (int i = 0; i < outputs.length; i++) {
      column(request.outputs().get(i), stored); // all that can fail, before anything is retained
    }
    for (int i = 0; i < outputs.length; i++) {
      outputs[i] = column(request.outputs().get(i), stored).retain();
    }
    return outputs;
  }

  /** Returns a column of the dataset's request for the rows of a batch, lent. */
  private Column column(int index, Batch stored) {
    return switch (origins.get(index)) {
      case ColumnOrigin.Stored _ -> stored.physicalColumn(cut.places()[index]);
      case ColumnOrigin.Converted _ -> {
        Column known = converted[index];
        if (known == null) {
          known =
              WiderColumns.convert(
                  stored.physicalColumn(cut.places()[index]),
                  types.get(index),
                  stored.physicalRows(),
                  stored.selection(),
                  stored.rowCount(),
                  names.get(index),
                  account);
          converted[index] = known;
        }
        yield known;
      }
      case ColumnOrigin.Constant(Optional<ScanValue> value) ->
          constant(index, value, stored.physicalRows());
    };
  }

  private Column constant(int index, Optional<ScanValue> value, int rows) {
    Column known = constants[index];
    if (known == null || known.rows() < rows) {
      Column made = FileConstants.of(types.get(index), value, rows, account);
      if (known != null) {
        known.release();
      }
      constants[index] = made;
      known = made;
    }
    return known;
  }

  private void releaseConverted() {
    for (int i = 0; i < converted.length; i++) {
      Column column = converted[i];
      if (column != null) {
        column.release();
        converted[i] = null;
      }
    }
  }

  @Override
  public boolean startAhead() {
    return reader.startAhead();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    evaluations.forEach(RowFilter.Evaluation::close);
    for (int i = 0; i < constants.length; i++) {
      Column column = constants[i];
      if (column != null) {
        column.release();
        constants[i] = null;
      }
    }
    reader.close();
  }
}
