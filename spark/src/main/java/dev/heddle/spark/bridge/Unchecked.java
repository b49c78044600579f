package dev.heddle.spark.bridge;

/** Throws checked exceptions through methods of Scala, which declare none. */
public final class Unchecked {
  private Unchecked() {}

  /** Throws what it is given; its type is for {@code throw} before the call. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <E extends Throwable> RuntimeException thrown(Throwable error) throws E {
    throw (E) error;
  }
}
