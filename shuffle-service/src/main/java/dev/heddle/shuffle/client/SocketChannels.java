package dev.heddle.shuffle.client;

import dev.heddle.shuffle.net.Connection;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import java.net.InetSocketAddress;
import java.util.function.Function;

/**
 * Opens channels to servers in other processes.
 *
 * @param security how this process proves that it belongs to the cluster
 * @param self how it introduces itself
 */
public record SocketChannels(Security security, Hello self)
    implements Function<ShuffleAddress, ShuffleChannel> {
  @Override
  public ShuffleChannel apply(ShuffleAddress address) {
    return new SocketShuffleChannel(
        Connection.open(new InetSocketAddress(address.host(), address.port()), security, self));
  }
}
