package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.shuffle.net.Hello;

/**
 * A client, the same over all its connections.
 *
 * @param name the name it gives itself
 * @param incarnation distinguishes it from others of the name
 */
public record JobOwner(String name, long incarnation) {
  static JobOwner of(ControlChannel channel) {
    Hello peer = channel.connection().peer();
    return new JobOwner(peer.name(), peer.incarnation());
  }
}
