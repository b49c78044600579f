package dev.heddle.io.parquet.decode;

/** In which form a reader may return the values of a dictionary page. */
public enum ValueForm {
  /** As values; text may come as codes all the same. */
  VALUES,
  /** As codes into the dictionary, whatever the layout. */
  CODES
}
