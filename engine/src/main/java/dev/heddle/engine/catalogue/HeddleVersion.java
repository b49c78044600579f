package dev.heddle.engine.catalogue;

/** Which Heddle this is. */
final class HeddleVersion {
  private HeddleVersion() {}

  /** Returns {@code Heddle} and the version of its jar; classes without a jar have none. */
  static String text() {
    String version = HeddleVersion.class.getPackage().getImplementationVersion();
    return "Heddle " + (version == null ? "(built from its source)" : version);
  }
}
