package dev.heddle.frame.option;

/** Whether folders named {@code key=value} give columns. */
public enum HivePartitions {
  /** If all files lie in folders of the same keys. */
  DETECT,
  /** Always; files in folders of different keys, or of none, are an error. */
  ON,
  /** Never. */
  OFF
}
