package dev.heddle.jdbc;

/** What tools ask the driver in the process. */
class MetaDataTest extends MetaDataContract {
  @Override
  protected String url() {
    return "jdbc:heddle:?threads=1";
  }
}
