package dev.heddle.physical.codegen;

/** What a value is while a loop works on it. */
public enum LoopKind {
  /** An integer, date, time or unscaled decimal, in 64 bits. */
  LONG,
  /** IEEE 754 binary64. */
  DOUBLE,
  /** IEEE 754 binary32. */
  FLOAT,
  /** 0 or 1. */
  TRUTH
}
