package dev.heddle.kernel;

import com.google.gson.annotations.SerializedName;
import io.github.spencerpark.jupyter.messages.ContentType;
import io.github.spencerpark.jupyter.messages.MessageType;
import io.github.spencerpark.jupyter.messages.reply.ExecuteReply;

/** The answer to a cell that is left out since one before it has failed. */
final class AbortedReply implements ContentType<AbortedReply> {
  @SerializedName("status")
  private final String status = "aborted";

  @SerializedName("execution_count")
  private final int count;

  AbortedReply(int count) {
    this.count = count;
  }

  int count() {
    return count;
  }

  String status() {
    return status;
  }

  @Override
  @SuppressWarnings("unchecked") // only its name is used
  public MessageType<AbortedReply> getType() {
    return (MessageType<AbortedReply>) (MessageType<?>) ExecuteReply.MESSAGE_TYPE;
  }
}
