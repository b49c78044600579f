package dev.heddle.jdbc.metadata;

/** The names that every table's name may begin with. */
public final class Names {
  /** The catalogue. */
  public static final String CATALOG = "heddle";

  /** The schema of tables and views. */
  public static final String SCHEMA = "main";

  /** The product. */
  public static final String PRODUCT = "Heddle";

  private Names() {}
}
