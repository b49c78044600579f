package dev.heddle.flight;

import java.util.List;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedResultSetConcurrency;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.IpcOption;

/**
 * Passes a few facts on to a client, with those that Arrow's builder cannot send: that rows are
 * read-only in each kind of result set. For one call.
 */
final class ExtraFacts implements ServerStreamListener {
  /** Those that it can add. */
  static final List<Integer> CODES =
      List.of(
          SqlInfo.SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_UNSPECIFIED_VALUE,
          SqlInfo.SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_FORWARD_ONLY_VALUE,
          SqlInfo.SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_SCROLL_SENSITIVE_VALUE,
          SqlInfo.SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_SCROLL_INSENSITIVE_VALUE);

  private static final byte BITMASK = 3; // the union's type of it
  private static final int READ_ONLY =
      1 << SqlSupportedResultSetConcurrency.SQL_RESULT_SET_CONCURRENCY_READ_ONLY_VALUE;

  private final ServerStreamListener client;
  private final List<Integer> wanted;

  /**
   * Makes one.
   *
   * @param wanted codes of those that are to be added
   */
  ExtraFacts(ServerStreamListener client, List<Integer> wanted) {
    this.client = client;
    this.wanted = wanted;
  }

  /** Adds its facts to others. */
  private void addTo(VectorSchemaRoot root) {
    UInt4Vector names = (UInt4Vector) root.getVector("info_name");
    DenseUnionVector values = (DenseUnionVector) root.getVector("value");
    IntVector masks = (IntVector) values.getVectorByType(BITMASK);
    int row = root.getRowCount();
    int mask = masks.getValueCount();
    for (int code : wanted) {
      names.setSafe(row, code);
      values.setTypeId(row, BITMASK);
      values.setOffset(row, mask);
      masks.setSafe(mask, READ_ONLY);
      mask++;
      masks.setValueCount(mask);
      row++;
    }
    root.setRowCount(row);
  }

  @Override
  public void start(VectorSchemaRoot root) {
    addTo(root);
    client.start(root);
  }

  @Override
  public void start(VectorSchemaRoot root, DictionaryProvider dictionaries, IpcOption option) {
    addTo(root);
    client.start(root, dictionaries, option);
  }

  @Override
  public boolean isReady() {
    return client.isReady();
  }

  @Override
  public boolean isCancelled() {
    return client.isCancelled();
  }

  @Override
  public void setOnCancelHandler(Runnable handler) {
    client.setOnCancelHandler(handler);
  }

  @Override
  public void putNext() {
    client.putNext();
  }

  @Override
  public void putNext(ArrowBuf metadata) {
    client.putNext(metadata);
  }

  @Override
  public void putMetadata(ArrowBuf metadata) {
    client.putMetadata(metadata);
  }

  @Override
  public void error(Throwable error) {
    client.error(error);
  }

  @Override
  public void completed() {
    client.completed();
  }
}
