//! Between the parameters of a request and the sampling of a record.

use super::Sampling;
use crate::provider::{CapName, Params};

/// What the record says about a task that is asked with these parameters.
pub fn sampling_of(params: &Params) -> Sampling {
    Sampling {
        max_tokens: params.max_tokens,
        max_tokens_name: params.max_tokens.map(|_| params.cap_name.id().to_owned()),
        temperature: params.temperature,
        top_p: params.top_p,
        top_k: params.top_k,
        seed: params.seed,
        stop: params.stop.clone(),
        first_stop: params.first_stop.clone(),
        context_size: params.context_size,
    }
}

/// The parameters to go on with: those of the record, with what was learnt then.
pub fn params_of(sampling: &Sampling) -> Params {
    let cap_name = sampling.max_tokens_name.as_deref();
    Params {
        max_tokens: sampling.max_tokens,
        cap_name: cap_name.and_then(CapName::from_id).unwrap_or_default(),
        temperature: sampling.temperature,
        top_p: sampling.top_p,
        top_k: sampling.top_k,
        seed: sampling.seed,
        stop: sampling.stop.clone(),
        first_stop: sampling.first_stop.clone(),
        context_size: sampling.context_size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_gives_back_the_parameters_that_were_sent() {
        let params = Params {
            max_tokens: Some(32),
            cap_name: CapName::MaxCompletionTokens,
            temperature: Some(0.0),
            top_p: None,
            top_k: Some(50),
            seed: Some(1),
            stop: vec!["\n\n".to_owned()],
            first_stop: Some("Sagot:".to_owned()),
            context_size: Some(8192),
        };
        assert_eq!(params_of(&sampling_of(&params)), params);
        assert_eq!(sampling_of(&Params::default()), Sampling::default());
    }
}
