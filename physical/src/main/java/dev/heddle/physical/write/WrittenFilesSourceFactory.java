package dev.heddle.physical.write;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.WriteSpec;
import java.util.List;

/** Delivers what a task has written, a row for each file, as {@link WriteSpec#OUTPUT} specifies. */
final class WrittenFilesSourceFactory implements SourceFactory {
  private final List<WrittenFile> files;

  /**
   * Makes the start of a pipeline.
   *
   * @param files filled before it opens
   */
  WrittenFilesSourceFactory(List<WrittenFile> files) {
    this.files = files;
  }

  @Override
  public Source open(TaskContext context) {
    return new Files(context.account());
  }

  @Override
  public int maxThreads() {
    return 1;
  }

  @Override
  public void close() {}

  private final class Files implements Source {
    private final List<ColumnBuilder> builders;
    private final MemoryAccount account;
    private int next;

    Files(MemoryAccount account) {
      this.account = account;
      this.builders =
          WriteSpec.OUTPUT.fields().stream()
              .map(field -> new ColumnBuilder(field.type(), account))
              .toList();
    }

    @Override
    public boolean advance(BatchSink output) {
      int count = 0;
      for (; next < files.size() && count < Batch.MAX_ROWS; next++) {
        append(files.get(next));
        count++;
      }
      if (count > 0) {
        Column[] columns = new Column[builders.size()];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = builders.get(i).build();
        }
        output.emit(Batch.of(account, count, columns));
      }
      return next < files.size();
    }

    private void append(WrittenFile file) {
      if (file.path().isEmpty()) {
        builders.get(0).appendNull();
      } else {
        builders.get(0).appendString(file.path());
      }
      builders.get(1).appendString(file.token());
      builders.get(2).appendLong(file.bytes());
      builders.get(3).appendLong(file.rows());
      builders.get(4).appendLong(file.checksum());
    }

    @Override
    public void close() {
      builders.forEach(ColumnBuilder::close);
    }
  }
}
