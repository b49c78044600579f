package dev.heddle.io.hadoop.files.client;

import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Whose files are opened: the user of the thread that has made this, or another one with the same
 * credentials. Threads do not hand it on to those that they start.
 */
public final class HadoopIdentity {
  private static final long REFRESH_NANOS = 10_000_000_000L;

  private final UserGroupInformation user;
  private final boolean isLent; // credentials come from the process's user
  private volatile long refreshedNanos = System.nanoTime();

  private HadoopIdentity(UserGroupInformation user, boolean isLent) {
    this.user = user;
    this.isLent = isLent;
  }

  /** Returns the identity of this thread. */
  public static HadoopIdentity current() throws IOException {
    return new HadoopIdentity(UserGroupInformation.getCurrentUser(), false);
  }

  /** Returns another user's, to whom the process's credentials belong too. */
  public static HadoopIdentity lent(UserGroupInformation user) {
    return new HadoopIdentity(user, true);
  }

  /** Opens a file system. */
  FileSystem open(URI uri, Configuration configuration) throws IOException {
    try {
      return user.doAs(
          (PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(uri, configuration));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.io.InterruptedIOException("Opening " + uri + " was interrupted");
    }
  }

  /** Takes over delegation tokens that the process was given meanwhile. */
  void refresh() throws IOException {
    long now = System.nanoTime();
    if (isLent && now - refreshedNanos > REFRESH_NANOS) {
      refreshedNanos = now;
      user.addCredentials(UserGroupInformation.getCurrentUser().getCredentials());
    }
  }
}
