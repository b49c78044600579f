package dev.heddle.flight;

import io.grpc.Context;
import java.util.ArrayList;
import java.util.List;

/** What the transport knows of one call. Thread-safe. */
final class CallTag {
  static final Context.Key<CallTag> KEY = Context.key("heddle-call");

  private volatile ClientConnection connection = new ClientConnection();
  // guarded by this
  private final List<Runnable> onCancel = new ArrayList<>();
  private boolean isCancelled;

  /** Notes by which connection it came. */
  void of(ClientConnection newConnection) {
    connection = newConnection;
  }

  ClientConnection connection() {
    return connection;
  }

  /** Has something run when the client has given the call up, at once if it has already. */
  void onCancel(Runnable action) {
    synchronized (this) {
      if (!isCancelled) {
        onCancel.add(action);
        return;
      }
    }
    action.run();
  }

  /** The client has given the call up, or is gone. */
  void cancel() {
    List<Runnable> actions;
    synchronized (this) {
      isCancelled = true;
      actions = List.copyOf(onCancel);
      onCancel.clear();
    }
    actions.forEach(Runnable::run);
  }
}
