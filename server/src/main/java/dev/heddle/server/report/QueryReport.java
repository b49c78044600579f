package dev.heddle.server.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.engine.ui.QueryReporter;
import dev.heddle.engine.ui.Secrets;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.server.model.QueryRecord;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Writes down what queries do, and makes a page of it. Thread-safe. */
public final class QueryReport implements QueryReporter {
  private static final int MAX_QUERIES = 1_000; // the first ones of a long script
  private static final int MAX_SAMPLED = 20; // of these

  private final Map<String, String> settings;
  private final Secrets secrets = new Secrets();
  private final Map<Long, QueryRecord> records = new LinkedHashMap<>(); // guarded by this

  /**
   * Begins without queries.
   *
   * @param settings of the session, by name, to be shown
   */
  public QueryReport(Map<String, String> settings) {
    this.settings = new LinkedHashMap<>(settings);
  }

  @Override
  public synchronized boolean asksForProfiles() {
    return records.size() < MAX_SAMPLED;
  }

  @Override
  public synchronized void progress(QueryProgress progress) {
    QueryRecord record = records.get(progress.query());
    if (record != null) {
      record.progress(progress);
    }
  }

  @Override
  public synchronized void event(QueryEvent event) {
    if (event instanceof QueryEvent.Began began && records.size() < MAX_QUERIES) {
      records.put(
          began.query(),
          QueryRecord.begin(records.size() + 1L, began.query(), began.text(), began.at(), secrets));
    }
    QueryRecord record = records.get(event.query());
    if (record != null) {
      record.event(event);
    }
  }

  @Override
  public void write(Path file, OptionalLong only) {
    List<QueryRecord> shown = new ArrayList<>();
    synchronized (this) {
      records.forEach(
          (query, record) -> {
            if (only.isEmpty() || only.getAsLong() == query) {
              shown.add(record);
            }
          });
    }
    String page = new ReportPage(settings, secrets, Instant.now()).of(shown);
    if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot write the report " + file + ": its folder is not there; name another file");
    }
    Storage storage = Storages.of(file.toString());
    try (PublishedOutput output = storage.create(storage.absolute(file.toString()))) {
      output.write(ByteBuffer.wrap(page.getBytes(UTF_8)));
      output.publish();
    }
  }
}
