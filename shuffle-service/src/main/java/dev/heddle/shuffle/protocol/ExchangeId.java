package dev.heddle.shuffle.protocol;

/**
 * Names an exchange.
 *
 * @param job number of the job, unique in the process or cluster
 * @param exchange number of the exchange in the job
 */
public record ExchangeId(long job, int exchange) {
  @Override
  public int hashCode() {
    return Long.hashCode(job) * 31 + exchange;
  }

  @Override
  public String toString() {
    return "exchange " + exchange + " of job " + job;
  }
}
