package dev.heddle.kernel;

import io.github.spencerpark.jupyter.channels.JupyterConnection;
import io.github.spencerpark.jupyter.channels.JupyterSocket;
import io.github.spencerpark.jupyter.kernel.KernelConnectionProperties;
import java.security.GeneralSecurityException;
import java.util.List;

/**
 * A kernel's sockets, to which anybody of this host can send bytes: a message that says that it is
 * larger than any of Jupyter's ends its connection, before memory is taken for it.
 */
final class KernelSockets extends JupyterConnection {
  /** Text of cells, and what widgets send. */
  private static final long MAX_MESSAGE_BYTES = 16 << 20;

  /** Makes sockets that do not listen yet. */
  KernelSockets(KernelConnectionProperties where) throws GeneralSecurityException {
    super(where);
    for (JupyterSocket each : List.of(heartbeat, shell, control, stdin, iopub)) {
      if (!each.setMaxMsgSize(MAX_MESSAGE_BYTES)) {
        throw new IllegalStateException("Cannot bound the messages of a socket");
      }
    }
  }
}
