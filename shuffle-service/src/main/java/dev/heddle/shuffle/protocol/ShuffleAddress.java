package dev.heddle.shuffle.protocol;

/**
 * Names a server of exchanges, which may be a process of its own or part of a worker, and how to
 * reach it.
 *
 * @param server number of the server, unique in the cluster
 * @param incarnation number of its life: a restarted server has a higher one
 * @param host name or address of its host
 * @param port where it listens
 */
public record ShuffleAddress(int server, long incarnation, String host, int port) {
  /** This process. */
  public static final ShuffleAddress HERE = new ShuffleAddress(0, 0, "", 0);

  @Override
  public String toString() {
    return "shuffle server " + server + " at " + host + ":" + port;
  }
}
