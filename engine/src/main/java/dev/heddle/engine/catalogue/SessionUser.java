package dev.heddle.engine.catalogue;

/** Who a session's statements act as: the account of the system that its process runs under. */
public final class SessionUser {
  private SessionUser() {}

  /** Returns its name. */
  public static String name() {
    return System.getProperty("user.name", "");
  }
}
