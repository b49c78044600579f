package dev.heddle.io.ipc;

import java.io.Serial;

/** Bytes that break the rules of Arrow IPC; turned into the typed error where the file is known. */
final class IpcCorruptException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  IpcCorruptException(String message) {
    super(message);
  }
}
